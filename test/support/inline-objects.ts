/** Part of a JSON Schema in which other schemas stand. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const prefix = "#/components/schemas/";

/**
 * Lists the places of objects with fields that have no name of their own, in a schema of the document and in all that it
 * refers to.
 */
export function inlineObjectsOf(
  schemas: Readonly<Record<string, object>>,
  name: string,
  seen = new Set<string>(),
): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const visit = (schema: Schema, place: string): string[] => {
    const { $ref, properties = {}, items, additionalProperties } = schema;
    if ($ref?.startsWith(prefix) === true) {
      return inlineObjectsOf(schemas, $ref.slice(prefix.length), seen);
    }
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const nested = [
      ...Object.entries(properties).map(([key, value]) => [`${place}.${key}`, value] as const),
      ...parts.map((part) => [place, part] as const),
      ...(items === undefined ? [] : [[`${place}[]`, items] as const]),
      ...(typeof additionalProperties === "object"
        ? [[`${place}[*]`, additionalProperties] as const]
        : []),
    ];
    const isInline = place !== name && schema.properties !== undefined;
    return [...(isInline ? [place] : []), ...nested.flatMap(([at, part]) => visit(part, at))];
  };
  const found = schemas[name];
  if (found === undefined) throw new Error(`the document has no schema ${name}`);
  return visit(found, name);
}

import { z } from "zod";

import { nearestName } from "#domain/nearest-name.ts";

/** Names of the fields in other media APIs, with the names that the fields have here. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  prompt: ["message"],
  text: ["prompt", "message"],
  input: ["prompt", "message"],
  messages: ["message"],
  n: ["count"],
  num_images: ["count"],
  image: ["inputs"],
  image_url: ["inputs"],
  duration: ["durationSeconds"],
  seconds: ["durationSeconds"],
  size: ["resolution"],
  ratio: ["aspectRatio"],
};

/**
 * Returns the field that a caller most likely meant by an unknown field of the object at `path`: one of the
 * same object, or of an object in it, such as `parameters.aspectRatio`. `value` is the object, which decides the option of
 * a union.
 */
export function nearestField(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  unknown: string,
  value?: unknown,
): string | undefined {
  const shape = shapeOf(path.reduce<z.ZodType | undefined>(descend, schema), value);
  const inner = Object.entries(shape).flatMap(([name, field]) =>
    Object.keys(shapeOf(field)).map((child) => `${name}.${child}`),
  );
  const known = new Map(
    [...inner, ...Object.keys(shape)].map((name) => [name.split(".").at(-1) ?? "", name]),
  );
  const synonym = Object.hasOwn(otherNames, unknown)
    ? otherNames[unknown]?.find((name) => known.has(name))
    : undefined;
  return known.get(synonym ?? nearestName(unknown, [...known.keys()]) ?? "");
}

function descend(schema: z.ZodType | undefined, key: PropertyKey): z.ZodType | undefined {
  const plain = schema === undefined ? undefined : withoutWrapper(schema);
  if (plain instanceof z.ZodArray) return plain.element as z.ZodType;
  if (plain instanceof z.ZodRecord) return plain.valueType as z.ZodType;
  if (plain instanceof z.ZodDiscriminatedUnion) {
    const options = plain.options as readonly z.ZodType[];
    return descend(
      options.find((option) => Object.hasOwn(shapeOf(option), key)),
      key,
    );
  }
  return Object.hasOwn(shapeOf(plain), key) ? shapeOf(plain)[String(key)] : undefined;
}

function shapeOf(
  schema: z.ZodType | undefined,
  value?: unknown,
): Readonly<Record<string, z.ZodType>> {
  const plain = schema === undefined ? undefined : withoutWrapper(schema);
  if (plain instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = plain.def;
    const chosen = (value as Readonly<Record<string, unknown>> | undefined)?.[discriminator];
    const options = plain.options as readonly z.ZodType[];
    return shapeOf(
      options.find((option) => shapeOf(option)[discriminator]?.safeParse(chosen).success),
    );
  }
  return plain instanceof z.ZodObject ? plain.shape : {};
}

function withoutWrapper(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodLazy
    ? withoutWrapper(schema.unwrap() as z.ZodType)
    : schema;
}

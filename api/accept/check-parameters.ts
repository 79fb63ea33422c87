import { z } from "zod";

import { reportInput, toIssues } from "#api/http/issues.ts";
import type { Issue } from "#domain/errors.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import { placesWithin } from "#domain/pipelines/fields.ts";
import { parametersSchema } from "#domain/pipelines/generation-parameters.ts";
import { toPointer, type JsonPath } from "#domain/pipelines/json-path.ts";
import { locateSteps } from "#domain/pipelines/locate-steps.ts";
import { operations } from "#domain/pipelines/operations.ts";
import { presentOf, type ValueType } from "#domain/pipelines/value-types.ts";

/**
 * Reports parameters of steps that cannot be right: literal values that the schema refuses, and expressions of
 * another type. `places` has the types of expressions that are known.
 */
export function parameterIssues(
  { steps }: Definition,
  places: Readonly<Record<string, ValueType>>,
): Issue[] {
  const ofGenerations = locateSteps(steps).located.flatMap(({ step, path }) => {
    if (step.kind !== "generate") return [];
    const targets = [
      { parameters: step.parameters, at: path },
      ...(step.fallback ?? []).map(({ parameters }, ordinal) => ({
        parameters,
        at: [...path, "fallback", ordinal],
      })),
    ];
    return targets.flatMap(({ parameters = {}, at }) =>
      issuesOf(parameters, { schema: parametersSchema, path: [...at, "parameters"], places }),
    );
  });
  return [...ofGenerations, ...operationIssues({ steps }, places)];
}

/** Reports the same of `transform` steps only. */
export function operationIssues(
  { steps }: Pick<Definition, "steps">,
  places: Readonly<Record<string, ValueType>>,
): Issue[] {
  return locateSteps(steps).located.flatMap(({ step, path }) => {
    if (step.kind !== "transform") return [];
    const { parameters: schema } = operations[step.operation];
    return issuesOf(step.parameters ?? {}, { schema, path: [...path, "parameters"], places });
  });
}

interface Checked {
  readonly schema: z.ZodType;
  readonly path: JsonPath;
  readonly places: Readonly<Record<string, ValueType>>;
}

function issuesOf(parameters: unknown, { schema, path, places }: Checked): Issue[] {
  const expressions = placesWithin(parameters, []).map((place) => ({
    path: place.path,
    pointer: toPointer([...path, ...place.path]),
  }));
  const pointers = new Set(expressions.map(({ pointer }) => pointer));
  const { error } = schema.safeParse(parameters, reportInput);
  // The schema sees an expression as a text; its type decides instead.
  const ofLiterals =
    error === undefined
      ? []
      : toIssues(error, { schema, place: "body", above: path }).filter(
          ({ pointer }) => !pointers.has(pointer),
        );
  const ofTypes = expressions.flatMap(({ path: inner, pointer }) => {
    const type = Object.hasOwn(places, pointer) ? places[pointer] : undefined;
    const wanted = typesAt(jsonSchemaOf(schema), inner);
    if (type === undefined || wanted === null || wanted.some((each) => accepts(each, type))) {
      return [];
    }
    const message = `Must be ${wanted.join(" or ")}, not ${type}.`;
    return [{ pointer, code: "expression_type", message }];
  });
  return [...ofLiterals, ...ofTypes];
}

interface SchemaNode {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

const schemas = new WeakMap<z.ZodType, SchemaNode>();

function jsonSchemaOf(schema: z.ZodType): SchemaNode {
  const known = schemas.get(schema) ?? (z.toJSONSchema(schema, { io: "input" }) as SchemaNode);
  schemas.set(schema, known);
  return known;
}

/** Returns the JSON types at a path, or null where any value is allowed or the field is unknown. */
function typesAt(root: SchemaNode, path: JsonPath): string[] | null {
  let node: SchemaNode | undefined = resolve(root, root);
  for (const part of path) {
    const next: SchemaNode | undefined =
      typeof part === "number" ? node.items : node.properties?.[part];
    if (next === undefined) return null;
    node = resolve(root, next);
  }
  const types = (node.anyOf ?? [node]).map(({ type }) => type);
  return types.every((type) => type !== undefined) ? types : null;
}

function resolve(root: SchemaNode, node: SchemaNode): SchemaNode {
  const name = node.$ref?.slice("#/$defs/".length);
  return name === undefined ? node : (root.$defs?.[name] ?? {});
}

function accepts(wanted: string, type: ValueType): boolean {
  const present = presentOf(type);
  if (wanted === "number") return present === "int" || present === "double";
  if (wanted === "integer") return present === "int";
  if (wanted === "boolean") return present === "bool";
  if (wanted === "array") return present.startsWith("list<");
  return wanted === "string" && present === "string";
}

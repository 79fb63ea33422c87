import { mkdir, writeFile } from "node:fs/promises";

import type { MediaEngine, Model, RequestInput } from "@gme/client";

import { connect, type ConnectionOptions } from "../connection.ts";
import { printJson, printResult, printTable } from "../console.ts";
import { cacheFolder, modelCacheFile } from "../model-cache.ts";

type Options = ConnectionOptions & { readonly json?: boolean };
type Query = NonNullable<RequestInput<"listModels">["query"]>;

export async function listModels(
  search: string | undefined,
  options: Options & { capability?: string; type?: string; provider?: string; all?: boolean },
): Promise<void> {
  const { engine } = await connect(options);
  const { capability, type, provider } = options;
  const models = await engine.models.list({ search, capability, type, provider } as Query);
  if (search === undefined && capability === undefined && type === undefined)
    await storeModels(models);
  const shown = options.all === true ? models : models.filter(({ available }) => available);
  if (options.json === true) return printJson(shown);
  printTable(
    ["MODEL", "CREDITS", "SECONDS", "CAPABILITIES"],
    shown.map((model) => [
      model.id,
      toRange(model),
      String(Math.round(model.measuredSeconds ?? model.typicalSeconds)),
      model.capabilities.join(", "),
    ]),
  );
}

function toRange({ credits: { min, max } }: Model): string {
  return min === max ? String(min) : `${min}-${max}`;
}

export async function storeModels(models: readonly Model[]): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true }).catch(() => undefined);
  const ids = models.map(({ id }) => id);
  // The cache serves completion only: without it, completion proposes no models.
  await writeFile(modelCacheFile(), JSON.stringify(ids)).catch(() => undefined);
}

export async function showModel(modelId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  const model = await engine.models.get(modelId);
  if (options.json === true) return printJson(model);
  const rows: [string, string][] = [
    ["model", `${model.id} (${model.displayName})`],
    ["provider", model.providerName],
    ["does", model.capabilities.join(", ")],
    ["price", `${toRange(model)} credits for ${model.credits.per}`],
    ["takes", `about ${Math.round(model.measuredSeconds ?? model.typicalSeconds)} s`],
    [
      "status",
      model.available
        ? model.status
        : `${model.status}, ${model.unavailableReason ?? "unavailable"}`,
    ],
    ...Object.entries(model.limits).map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(", ") : JSON.stringify(value),
    ]),
    ["", model.description],
  ];
  for (const [name, value] of rows) printResult(`${name.padEnd(10)} ${value}`.trimEnd());
}

export async function showSchema(modelId: string, options: Options): Promise<void> {
  const { engine } = await connect(options);
  const { input } = await engine.models.schema(modelId);
  printJson(input);
}

/** Declarations of the parameters of this installation's models, for programs in TypeScript. */
export async function printTypes(options: Options): Promise<void> {
  const { engine } = await connect(options);
  const models = (await engine.models.list()).filter(({ available }) => available);
  const members: string[] = [];
  for (const { id } of models)
    members.push(`  ${JSON.stringify(id)}: ${await typeOf(engine, id)};`);
  printResult(
    `// Written by "gme types" from the models of an engine.\nexport interface ModelParameters {\n${members.join("\n")}\n}`,
  );
}

async function typeOf(engine: MediaEngine, modelId: string): Promise<string> {
  const { input } = (await engine.models.schema(modelId)) as { input: JsonSchema };
  return toType(input.properties?.["parameters"] ?? {}, 0);
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

const depthMax = 6;

/** Type of a JSON Schema; `unknown` for what it does not express. */
export function toType(schema: JsonSchema, depth: number): string {
  if (depth > depthMax) return "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const any = schema.anyOf ?? schema.oneOf;
  if (any !== undefined) return any.map((one) => toType(one, depth + 1)).join(" | ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => toType({ ...schema, type }, depth + 1)).join(" | ");
  }
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `Array<${schema.items === undefined ? "unknown" : toType(schema.items, depth + 1)}>`;
    case "object":
      return toObject(schema, depth);
    case undefined:
    default:
      return "unknown";
  }
}

function toObject({ properties = {}, required = [] }: JsonSchema, depth: number): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${optional}: ${toType(field, depth + 1)}`;
  });
  return fields.length === 0 ? "Record<string, unknown>" : `{ ${fields.join("; ")} }`;
}

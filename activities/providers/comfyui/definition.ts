import { createHash } from "node:crypto";

import { z } from "zod";

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import type { Workflow, WorkflowDefinition, WorkflowPlace } from "#catalog/own/workflow.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

const place = z.tuple([z.string(), z.string()]);

const definitionSchema: z.ZodType<WorkflowDefinition> = z.object({
  workflow: z.record(
    z.string(),
    z.object({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
  ),
  places: z.record(z.string(), z.array(place)),
  random: z.array(z.string()),
  output: z.string().nullable(),
});
export type Definition = WorkflowDefinition;

/** Reads the workflow of a model's row. Throws `model_not_available` when the row has none. */
export function definitionOf({ definition }: AdapterRequest): Definition {
  const read = definitionSchema.safeParse(definition);
  if (read.success) return read.data;
  throw new AppError("model_not_available", { details: { reason: "its row has no workflow" } });
}

/**
 * Returns the workflow with the given values at their places. Nodes, classes and links are those of the file: a request only
 * replaces values of inputs that the entry names.
 */
export function fillWorkflow(
  { workflow, places }: Definition,
  values: Readonly<Record<string, unknown>>,
): Workflow {
  const filled = new Map(Object.entries(workflow));
  for (const [name, value] of Object.entries(values)) {
    for (const [id, input] of placesOf(places, name)) {
      const node = filled.get(id);
      if (node === undefined || !Object.hasOwn(node.inputs, input)) continue;
      filled.set(id, { ...node, inputs: { ...node.inputs, [input]: value } });
    }
  }
  return Object.fromEntries(filled);
}

function placesOf(places: Definition["places"], name: string): readonly WorkflowPlace[] {
  return Object.hasOwn(places, name) ? (places[name] ?? []) : [];
}

/** Bits of a random value: exact in JavaScript and in the server. */
const randomBits = 48;

/**
 * Values of random parameters that the request does not state. They follow from the idempotency key, so that a repeated
 * submission is the same prompt.
 */
export function randomValues(
  { random }: Definition,
  { parameterSchema }: AdapterRequest,
  { values, idempotencyKey }: { values: MappedRequest["values"]; idempotencyKey: string },
): Record<string, number> {
  const open = random.filter((name) => values[name] === undefined);
  return Object.fromEntries(
    open.map((name) => {
      const { minimum = 0, maximum = 2 ** randomBits - 1 } =
        parameterSchema.properties?.[name] ?? {};
      const bytes = createHash("sha256").update(`${idempotencyKey}:${name}`).digest();
      const span = Math.max(1, Math.floor(maximum) - Math.ceil(minimum) + 1);
      return [name, Math.ceil(minimum) + (bytes.readUIntBE(0, randomBits / 8) % span)];
    }),
  );
}

/** Derives the id of a prompt from an idempotency key: a lower-case UUID, which newer servers require. */
export function promptIdOf(idempotencyKey: string): string {
  const bytes = createHash("sha256").update(idempotencyKey).digest().subarray(0, 16);
  // Version 8, for ids of an own scheme (RFC 9562, section 5.8).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

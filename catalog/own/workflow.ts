import { z } from "zod";

/** A node of a workflow in ComfyUI's API format. Inputs are values, or links to the outputs of other nodes. */
export interface WorkflowNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A workflow in ComfyUI's API format: its nodes by id. */
export type Workflow = Readonly<Record<string, WorkflowNode>>;

const nodesMax = 2_000;

const workflowSchema = z
  .record(
    z.string().regex(/^[\w:-]{1,100}$/),
    z.object({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) }),
  )
  .refine((nodes) => Object.keys(nodes).length > 0)
  .refine((nodes) => Object.keys(nodes).length <= nodesMax);

/** Parses the text of a workflow's file. Returns a sentence about the problem instead of throwing. */
export function parseWorkflow(source: string): Workflow | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { problem: "is not JSON" };
  }
  if (typeof value === "object" && value !== null && Array.isArray(Reflect.get(value, "nodes"))) {
    return { problem: "is a workflow of the editor; export it again with Export (API)" };
  }
  const parsed = workflowSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  return { problem: "is not a workflow in API format: nodes with class_type and inputs, by id" };
}

export function isProblem(
  value: Workflow | { readonly problem: string },
): value is { readonly problem: string } {
  return typeof value["problem"] === "string";
}

/** Input of a node: the node's id and the input's name. */
export type WorkflowPlace = readonly [node: string, input: string];

/** Splits `6.text` at its first dot. Null without a node or an input. */
export function toPlace(at: string): WorkflowPlace | null {
  const dot = at.indexOf(".");
  return dot < 1 || dot === at.length - 1 ? null : [at.slice(0, dot), at.slice(dot + 1)];
}

/** Value of an input in the workflow's file. Undefined for an unknown node or input, inherited properties included. */
export function inputAt(workflow: Workflow, [node, input]: WorkflowPlace): unknown {
  if (!Object.hasOwn(workflow, node)) return undefined;
  const inputs = workflow[node]?.inputs ?? {};
  return Object.hasOwn(inputs, input) ? inputs[input] : undefined;
}

/** A link is the pair of a node's id and the number of its output. */
export function isLink(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string";
}

/** A workflow with the places of its parameters, as the catalog stores it for the adapter. */
export interface WorkflowDefinition {
  readonly workflow: Workflow;
  readonly places: Readonly<Record<string, readonly WorkflowPlace[]>>;
  /** Parameters that get a new value for each job that states none. */
  readonly random: readonly string[];
  /** The node whose files are the result; null for all nodes that save files. */
  readonly output: string | null;
}

import { isLink, type Workflow, type WorkflowNode } from "#catalog/own/workflow.ts";
import type { Capability } from "#domain/requests/capability.ts";

/** A node's class as `GET /object_info` describes it: its inputs with type or values, and their bounds. */
export interface NodeClass {
  readonly output_node?: boolean | undefined;
  readonly input: Readonly<
    Partial<Record<"required" | "optional", Readonly<Record<string, unknown>>>>
  >;
}
export type NodeClasses = Readonly<Record<string, NodeClass>>;

/** A parameter as it is written to the file. */
export interface ProposedParameter {
  at: string | string[];
  role?: string;
  type?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  default?: string | number | boolean;
  required?: boolean;
}

export interface ProposedModel {
  readonly capability: Capability;
  readonly parameters: Readonly<Record<string, ProposedParameter>>;
  /** The node whose files are the result; null when the workflow has only one that saves. */
  readonly output: string | null;
  /** Inputs that could become parameters, too: `3.steps (20)`. */
  readonly further: readonly string[];
}

/** Titles that name the role of a node's value, as a person writes them in the editor. */
const titles: Readonly<Record<string, string>> = {
  prompt: "prompt",
  "positive prompt": "prompt",
  "negative prompt": "negativePrompt",
  negative: "negativePrompt",
  text: "text",
  image: "image",
  mask: "mask",
  "first frame": "firstFrame",
  "last frame": "lastFrame",
  seed: "seed",
};

const textInputs = ["text", "prompt", "value", "string", "clip_l", "t5xxl"] as const;

/** Largest width and height that are proposed: servers state 16,384, which no graphics card survives. */
const sideMax = 2_048;
const batchMax = 4;

/** Lists classes of the workflow that the server does not have. */
export function missingClasses(workflow: Workflow, classes: NodeClasses): string[] {
  const used = Object.values(workflow).map(({ class_type: name }) => name);
  return [...new Set(used)].filter((name) => !Object.hasOwn(classes, name));
}

/**
 * Finds what a caller may set: first by the titles of nodes, then by the graph (texts behind `positive` and `negative`, seeds,
 * the size of an empty image or latent, nodes that load a file). Bounds and values are those of the server.
 */
export function proposeModel(
  workflow: Workflow,
  { classes, titleOf }: { classes: NodeClasses; titleOf: (node: string) => string },
): ProposedModel {
  const found = new Map<string, string[]>();
  const add = (role: string, at: string): void => {
    const places = found.get(role) ?? [];
    if (![...found.values()].flat().includes(at)) found.set(role, [...places, at]);
  };
  for (const [id, node] of Object.entries(workflow)) {
    const role = titles[titleOf(id).trim().toLowerCase()];
    const input = role === undefined ? undefined : mainInput(node, role);
    if (role !== undefined && input !== undefined) add(role, `${id}.${input}`);
  }
  for (const [id, node] of Object.entries(workflow)) {
    for (const [link, role] of linkRoles) {
      const at = isLink(node.inputs[link]) ? textBehind(workflow, node.inputs[link]) : null;
      if (at !== null && (role === "prompt" || !(found.get("prompt") ?? []).includes(at)))
        add(role, at);
    }
    for (const [role, at] of ownRoles(id, node)) add(role, at);
  }
  if (!found.has("prompt")) {
    const texts = Object.entries(workflow).flatMap(([id, node]) => {
      const input = mainInput(node, "prompt");
      return input === undefined || !/text|prompt/i.test(node.class_type) ? [] : [`${id}.${input}`];
    });
    if (texts.length === 1 && texts[0] !== undefined) add("prompt", texts[0]);
  }
  const parameters = Object.fromEntries(
    [...found].map(([role, places]) => [role, toParameter(role, places, { workflow, classes })]),
  );
  const saving = Object.entries(workflow).filter(([, { class_type: name }]) =>
    savesFiles(name, classes),
  );
  const kept = saving.filter(([, { class_type: name }]) => !/preview/i.test(name));
  return {
    capability: capabilityOf(kept[0]?.[1].class_type ?? "", new Set(found.keys())),
    parameters,
    output: saving.length > 1 ? (kept[0]?.[0] ?? null) : null,
    further: furtherInputs(workflow, new Set([...found.values()].flat())),
  };
}

const linkRoles = [
  ["positive", "prompt"],
  ["negative", "negativePrompt"],
] as const;

function mainInput({ inputs }: WorkflowNode, role: string): string | undefined {
  const names = Object.keys(inputs).filter((name) => !isLink(inputs[name]));
  if (role === "seed") return names.find((name) => name === "seed" || name === "noise_seed");
  if (role === "image" || role === "firstFrame" || role === "lastFrame" || role === "mask") {
    return names.find((name) => name === "image");
  }
  return textInputs.find((name) => names.includes(name) && typeof inputs[name] === "string");
}

/** Follows a link to the text that it starts with: conditioning nodes may be in between. */
function textBehind(workflow: Workflow, link: unknown): string | null {
  const queue = [String((link as unknown[])[0])];
  const seen = new Set<string>();
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const node = workflow[id];
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    const input = mainInput(node, "prompt");
    if (input !== undefined) return `${id}.${input}`;
    for (const value of Object.values(node.inputs)) {
      if (isLink(value)) queue.push(String((value as unknown[])[0]));
    }
  }
  return null;
}

/** Roles that follow from the class of a node and the names of its inputs. */
function ownRoles(id: string, { class_type: name, inputs }: WorkflowNode): [string, string][] {
  const plain = Object.keys(inputs).filter((input) => !isLink(inputs[input]));
  const roles: [string, string][] = plain.flatMap((input): [string, string][] =>
    input === "seed" || input === "noise_seed" ? [["seed", `${id}.${input}`]] : [],
  );
  if (/^Empty|EmptyLatent|EmptyImage/.test(name)) {
    for (const [input, role] of [
      ["width", "width"],
      ["height", "height"],
      ["batch_size", "count"],
    ] as const) {
      if (plain.includes(input)) roles.push([role, `${id}.${input}`]);
    }
  }
  const loaded = loaders.find(([pattern]) => pattern.test(name));
  const input = loaded?.[1].find((each) => plain.includes(each));
  if (loaded !== undefined && input !== undefined) roles.push([loaded[2], `${id}.${input}`]);
  return roles;
}

const loaders: readonly [pattern: RegExp, inputs: readonly string[], role: string][] = [
  [/^LoadImageMask/, ["image"], "mask"],
  [/^LoadImage/, ["image"], "image"],
  [/LoadVideo/, ["file", "video"], "video"],
  [/LoadAudio/, ["audio"], "audio"],
];

function savesFiles(name: string, classes: NodeClasses): boolean {
  return classes[name]?.output_node ?? /^(Save|Preview)/.test(name);
}

function capabilityOf(saver: string, roles: ReadonlySet<string>): Capability {
  const says = roles.has("prompt");
  if (/video|vhs|webm|animated/i.test(saver)) {
    if (roles.has("image") && roles.has("audio")) return "lip-sync";
    if (roles.has("video")) return says ? "video-editing" : "upscaling";
    return roles.has("image") || roles.has("firstFrame") ? "image-to-video" : "text-to-video";
  }
  if (/audio/i.test(saver)) return roles.has("audio") ? "speech-to-speech" : "text-to-speech";
  if (roles.has("mask")) return "inpainting";
  if (roles.has("image")) return says ? "image-to-image" : "upscaling";
  return "text-to-image";
}

function toParameter(
  role: string,
  places: readonly string[],
  { workflow, classes }: { workflow: Workflow; classes: NodeClasses },
): ProposedParameter {
  const [first = ""] = places;
  const at = places.length === 1 ? first : [...places];
  if (["image", "mask", "video", "audio", "firstFrame", "lastFrame"].includes(role)) {
    return { at, role, required: true };
  }
  const dot = first.indexOf(".");
  const node = workflow[first.slice(0, dot)];
  const input = first.slice(dot + 1);
  const value = node?.inputs[input];
  const bounds = boundsOf(classes[node?.class_type ?? ""], input);
  if (typeof value !== "number") return { at, role };
  const maximum = role === "count" ? batchMax : role === "seed" ? Number.MAX_SAFE_INTEGER : sideMax;
  return {
    at,
    role,
    type: "integer",
    minimum: Math.max(bounds.min ?? 0, role === "seed" ? 0 : 1),
    maximum: Math.min(bounds.max ?? maximum, maximum),
    ...(bounds.step !== undefined && bounds.step > 1 ? { multipleOf: bounds.step } : {}),
    ...(role === "seed" ? {} : { default: Math.min(value, maximum) }),
  };
}

function boundsOf(
  node: NodeClass | undefined,
  input: string,
): { readonly min?: number; readonly max?: number; readonly step?: number } {
  const stated = node?.input.required?.[input] ?? node?.input.optional?.[input];
  const options: unknown = Array.isArray(stated) ? stated[1] : undefined;
  if (typeof options !== "object" || options === null) return {};
  const numbers = ["min", "max", "step"].flatMap((name) => {
    const value: unknown = Reflect.get(options, name);
    return typeof value === "number" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(numbers);
}

function furtherInputs(workflow: Workflow, taken: ReadonlySet<string>): string[] {
  return Object.entries(workflow).flatMap(([id, { inputs }]) =>
    Object.entries(inputs).flatMap(([input, value]) => {
      const at = `${id}.${input}`;
      const isPlain = ["string", "number", "boolean"].includes(typeof value);
      return isPlain && !taken.has(at) ? [`${at} (${JSON.stringify(value).slice(0, 60)})`] : [];
    }),
  );
}

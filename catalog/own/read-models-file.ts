import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from "yaml";

import { defineProvider, type ProviderDefinition } from "#catalog/define-provider.ts";
import { providers as shipped } from "#catalog/index.ts";
import { providerSchema } from "#catalog/provider-row.ts";

import { toProviderRow, type Workflows } from "./define-own-provider.ts";
import { entryProblems, type PlacedProblem, type TakenNames } from "./entry-problems.ts";
import { modelsFileSchema, type OwnProvider } from "./own-entry.ts";
import { workflowProblems } from "./workflow-problems.ts";
import { isProblem, parseWorkflow, type Workflow } from "./workflow.ts";

/** Models of the operator's servers. */
export interface OwnCatalog {
  readonly providers: readonly ProviderDefinition[];
  /** Environment variables with the values of headers. */
  readonly variables: readonly string[];
}

export type ModelsFileResult =
  | { readonly own: OwnCatalog; readonly problems: readonly [] }
  /** Each problem begins with its line and column and names its field. */
  | { readonly own: null; readonly problems: readonly string[] };

const fileBytesMax = 1_048_576;
const problemsMax = 100;

/** Reads the file at a path. Problems name the path without its folders. */
export function readModelsFile(path: string, settings: ReadonlySet<string>): ModelsFileResult {
  try {
    const bytes = readFileSync(path);
    if (bytes.byteLength > fileBytesMax) return wrong([`has more than ${fileBytesMax} bytes`]);
    const folder = dirname(path);
    return parseModelsFile(bytes.toString("utf8"), settings, (name) =>
      readWorkflowFile(resolve(folder, name)),
    );
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    return wrong([`cannot be read (${code})`]);
  }
}

/** Reads the file of a workflow. Returns a sentence about the problem instead of throwing. */
export type ReadWorkflow = (path: string) => Workflow | { readonly problem: string };

const readWorkflowFile: ReadWorkflow = (path) => {
  try {
    const bytes = readFileSync(path);
    if (bytes.byteLength > fileBytesMax) return { problem: `has more than ${fileBytesMax} bytes` };
    return parseWorkflow(bytes.toString("utf8"));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    return { problem: `cannot be read (${code})` };
  }
};

/** Parses the text of a file. Never throws: every problem is named by its place. */
export function parseModelsFile(
  text: string,
  settings: ReadonlySet<string>,
  readWorkflow: ReadWorkflow = () => ({ problem: "cannot be read" }),
): ModelsFileResult {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: "1.2" });
  const syntax = [...document.errors, ...document.warnings].map(({ pos, message }) => {
    const { line, col } = lines.linePos(pos[0]);
    return `${line}:${col} ${message}`;
  });
  if (syntax.length > 0) return wrong(syntax);
  const place = (problem: PlacedProblem) => placed(document, lines, problem);
  const hostile = hostileKeys(document, lines);
  if (hostile.length > 0) return wrong(hostile);
  const value = toValue(document);
  if (value instanceof Error) return wrong([`1:1 ${value.message}`]);
  const parsed = modelsFileSchema.safeParse(value);
  if (!parsed.success) {
    return wrong(
      parsed.error.issues.flatMap((issue) => fieldProblems(issue)).map((each) => place(each)),
    );
  }
  const { providers } = parsed.data;
  const { workflows, problems: unread } = readWorkflows(providers, readWorkflow);
  const problems = [
    ...entryProblems(providers, takenNames(settings)),
    ...unread,
    ...providers.flatMap((entry, index) => rowProblems(entry, index, workflows)),
  ];
  if (problems.length > 0) return wrong(problems.map(place));
  return {
    own: {
      providers: providers.map((entry) => defineProvider(toProviderRow(entry, workflows))),
      variables: [...new Set(providers.flatMap(({ headersEnv }) => Object.values(headersEnv)))],
    },
    problems: [],
  };
}

/** Reads the workflow of each model, and lists what does not fit between the two. */
function readWorkflows(
  providers: readonly OwnProvider[],
  read: ReadWorkflow,
): { readonly workflows: Workflows; readonly problems: readonly PlacedProblem[] } {
  const workflows = new Map<string, Workflow>();
  const problems: PlacedProblem[] = [];
  for (const [index, provider] of providers.entries()) {
    if (provider.protocol !== "comfyui") continue;
    for (const [place, model] of provider.models.entries()) {
      const path = ["providers", index, "models", place];
      const found = workflows.get(model.workflow) ?? read(model.workflow);
      if (isProblem(found)) {
        problems.push({ path: [...path, "workflow"], message: found.problem });
        continue;
      }
      workflows.set(model.workflow, found);
      for (const each of workflowProblems(model, found)) {
        problems.push({ ...each, path: [...path, ...each.path] });
      }
    }
  }
  return { workflows, problems };
}

function wrong(problems: readonly string[]): ModelsFileResult {
  const shown = problems.slice(0, problemsMax);
  const further = problems.length - shown.length;
  return { own: null, problems: further === 0 ? shown : [...shown, `and ${further} more`] };
}

function takenNames(settings: ReadonlySet<string>): TakenNames {
  return {
    slugs: new Set(
      shipped.flatMap(({ slug, services = {} }: ProviderDefinition) => [
        slug,
        ...Object.keys(services),
      ]),
    ),
    modelIds: new Set(
      shipped.flatMap(({ models, mediaModel }: ProviderDefinition) =>
        [...models, ...(mediaModel === undefined ? [] : [mediaModel])].map(({ id }) => id),
      ),
    ),
    settings,
  };
}

/** Keys that would reach the prototype of an object, at any depth. */
function hostileKeys(document: Document, lines: LineCounter): string[] {
  const found: string[] = [];
  visit(document, {
    Pair(_key, { key }) {
      if (!isScalar(key) || !["__proto__", "prototype", "constructor"].includes(String(key.value)))
        return;
      const { line, col } = lines.linePos(key.range?.[0] ?? 0);
      found.push(`${line}:${col} "${String(key.value)}" cannot be the name of a field`);
    },
  });
  return found;
}

/** Aliases may be used, but not to make a small file huge. */
function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface FieldIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly keys?: readonly string[];
  readonly issues?: readonly { readonly message: string }[];
}

/** An unknown field is reported at its own place. */
function fieldProblems(issue: FieldIssue): PlacedProblem[] {
  const path = issue.path.map((each) => (typeof each === "number" ? each : String(each)));
  if (issue.code === "unrecognized_keys") {
    return (issue.keys ?? []).map((key) => ({ path: [...path, key], message: "is not a field" }));
  }
  const message = issue.code === "invalid_key" ? issue.issues?.[0]?.message : undefined;
  return [{ path, message: message ?? issue.message }];
}

/** Lists what is wrong with an entry as a row of the catalog. */
function rowProblems(entry: OwnProvider, index: number, workflows: Workflows): PlacedProblem[] {
  const checked = providerSchema.safeParse(toProviderRow(entry, workflows));
  return (checked.error?.issues ?? []).map(({ path, message }) => ({
    path: ["providers", index, ...entryPath(path)],
    message,
  }));
}

/** Path in the entry of a path in the row, where a model's parameters are a JSON Schema. */
function entryPath(path: readonly PropertyKey[]): (string | number)[] {
  const steps = path.map((each) => (typeof each === "number" ? each : String(each)));
  const at = steps.indexOf("parameters");
  return at === -1 ? steps : [...steps.slice(0, at + 1), ...steps.slice(at + 2)];
}

/** Writes a problem with the line and column of its field, or of the nearest field around it. */
function placed(document: Document, lines: LineCounter, { path, message }: PlacedProblem): string {
  const { line, col } = lines.linePos(offsetOf(document, path));
  return `${line}:${col} ${toName(path)}: ${message}`;
}

function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === last);
      if (pair !== undefined && isNode(pair.key)) return pair.key.range?.[0] ?? 0;
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range != null) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

/** `providers[0].models[1].credits` */
function toName(path: readonly (string | number)[]): string {
  if (path.length === 0) return "file";
  return path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join("");
}

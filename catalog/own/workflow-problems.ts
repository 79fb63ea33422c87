import { typeOf } from "./value-type.ts";
import {
  isUploadRole,
  listPlaces,
  type WorkflowModel,
  type WorkflowParameter,
} from "./workflow-entry.ts";
import { inputAt, isLink, toPlace, type Workflow } from "./workflow.ts";

type Problem = { readonly path: readonly (string | number)[]; readonly message: string };

/** Lists what is wrong between a model's entry and its workflow. */
export function workflowProblems(model: WorkflowModel, workflow: Workflow): Problem[] {
  const { output, parameters } = model;
  return [
    ...(output !== undefined && !Object.hasOwn(workflow, output.node)
      ? [{ path: ["output", "node"], message: `the workflow has no node ${output.node}` }]
      : []),
    ...sharedPlaces(parameters).map(({ name, at }) => ({
      path: ["parameters", name, "at"],
      message: `${at} is the place of another parameter`,
    })),
    ...Object.entries(parameters).flatMap(([name, parameter]) => [
      ...fieldProblems(parameter).map((message) => ({ path: ["parameters", name], message })),
      ...listPlaces(parameter).flatMap((at) =>
        placeProblems(at, parameter, workflow).map((message) => ({
          path: ["parameters", name, "at"],
          message,
        })),
      ),
    ]),
  ];
}

function sharedPlaces(parameters: WorkflowModel["parameters"]): { name: string; at: string }[] {
  const seen = new Set<string>();
  return Object.entries(parameters).flatMap(([name, parameter]) =>
    listPlaces(parameter).flatMap((at) => {
      if (seen.has(at)) return [{ name, at }];
      seen.add(at);
      return [];
    }),
  );
}

function fieldProblems(parameter: WorkflowParameter): string[] {
  const { role, random, maximum } = parameter;
  if (isUploadRole(role)) {
    const stated = Object.keys(parameter).filter(
      (key) => !["at", "role", "required"].includes(key),
    );
    return stated.length === 0 ? [] : [`a file has no ${stated.join(", ")}`];
  }
  const isWhole = (parameter.type ?? typeOf(parameter)) === "integer";
  return [
    ...(random === true && !isWhole ? ["only an integer can be random"] : []),
    ...(maximum !== undefined && maximum > Number.MAX_SAFE_INTEGER
      ? [`maximum must be at most ${Number.MAX_SAFE_INTEGER}`]
      : []),
  ];
}

/** Inputs with which a caller could make the server read or write an arbitrary file. */
const fileInput =
  /(^|[_.\s])(name|file|filename|dir|folder|uri|image|video|audio|mask|model|prefix|subfolder)s?$|path|url|filename/i;

function placeProblems(at: string, parameter: WorkflowParameter, workflow: Workflow): string[] {
  const place = toPlace(at);
  if (place === null) return [`${at} must be <node>.<input>, such as 6.text`];
  const [node, input] = place;
  if (!Object.hasOwn(workflow, node)) return [`the workflow has no node ${node}`];
  const value = inputAt(workflow, place);
  if (value === undefined) return [`node ${node} has no input ${input}`];
  if (isLink(value)) return [`${at} is linked to another node, so it has no value`];
  if (isUploadRole(parameter.role)) {
    return typeof value === "string" ? [] : [`${at} is no name of a file in the workflow`];
  }
  const type = parameter.type ?? typeOf(parameter);
  const isFree = type === "string" && parameter.enum === undefined;
  const loads = /load/i.test(workflow[node]?.class_type ?? "");
  return [
    ...(typeof value === plainType(type)
      ? []
      : [`${at} is a ${typeof value} in the workflow, and the parameter is a ${type}`]),
    ...(isFree && (loads || fileInput.test(input))
      ? [`${at} names a file or a URL, so it needs an enum of the allowed values`]
      : []),
  ];
}

function plainType(type: string): string {
  return type === "integer" ? "number" : type;
}

import { binary, type Parameter } from "#catalog/parameters.ts";
import type { ModelRow } from "#catalog/provider-row.ts";

import { typeOf } from "./value-type.ts";
import {
  isUploadRole,
  listPlaces,
  type WorkflowModel,
  type WorkflowParameter,
} from "./workflow-entry.ts";
import { toPlace, type Workflow, type WorkflowDefinition } from "./workflow.ts";

/** Fields of a model's row that follow from its workflow. */
export function workflowFields(
  { parameters, output }: WorkflowModel,
  workflow: Workflow,
): Pick<ModelRow, "endpoints" | "transports" | "parameters"> & {
  readonly definition: WorkflowDefinition;
} {
  const entries = Object.entries(parameters);
  return {
    endpoints: ["POST /prompt"],
    transports: ["submit-poll-fetch"],
    parameters: {
      type: "object",
      required: entries.flatMap(([name, each]) => (isRequired(each) ? [name] : [])),
      properties: Object.fromEntries(entries.map(([name, each]) => [name, toParameter(each)])),
    },
    definition: {
      workflow,
      places: Object.fromEntries(
        entries.map(([name, each]) => [
          name,
          listPlaces(each).flatMap((at) => {
            const place = toPlace(at);
            return place === null ? [] : [place];
          }),
        ]),
      ),
      random: entries.flatMap(([name, each]) => (isRandom(each) ? [name] : [])),
      output: output?.node ?? null,
    },
  };
}

function isRequired({ required, role }: WorkflowParameter): boolean {
  return required ?? (role === "prompt" || role === "text");
}

/** A seed without a value is random unless the entry says otherwise: an equal prompt returns the former files. */
function isRandom({ random, role }: WorkflowParameter): boolean {
  return random ?? role === "seed";
}

function toParameter(entry: WorkflowParameter): Parameter {
  const {
    role,
    at: _at,
    required: _required,
    random: _random,
    type = typeOf(entry),
    ...bounds
  } = entry;
  if (isUploadRole(role)) return binary({ role });
  return { type, ...bounds, ...(role === undefined ? {} : { "x-role": role }) };
}

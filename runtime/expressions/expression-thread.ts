import { parentPort } from "node:worker_threads";

import { checkDefinition, type CheckResult } from "#domain/pipelines/check-definition.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import type { SubPipelines } from "#domain/pipelines/sub-pipelines.ts";

import { evaluateText, type Evaluation, type EvaluationRequest } from "./evaluate.ts";
import { readExpression } from "./read-expression.ts";

/** Work for the thread. */
export type ThreadRequest =
  | {
      readonly kind: "check";
      readonly definition: Definition;
      readonly pipelines: SubPipelines;
    }
  | { readonly kind: "evaluate"; readonly requests: readonly EvaluationRequest[] };

export type ThreadResponse = CheckResult | readonly Evaluation[];

function respond(request: ThreadRequest): ThreadResponse {
  if (request.kind === "evaluate") return request.requests.map(evaluateText);
  const { definition, pipelines } = request;
  return checkDefinition(definition, { read: readExpression, pipelines });
}

parentPort?.on("message", (request: ThreadRequest) => parentPort?.postMessage(respond(request)));
parentPort?.postMessage("ready");

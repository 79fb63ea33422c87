import type { EstimateRequest } from "#api/schemas/job-request.ts";

import type { RunOrder } from "./plan-run.ts";

/** Run that an estimate names by its pipeline; null for a message or a generation. */
export function toRunOrder({
  pipelineId,
  version,
  inputs,
  resumeFrom,
  answers,
  fresh,
}: EstimateRequest): RunOrder | null {
  if (pipelineId === undefined || Array.isArray(inputs)) return null;
  return { pipelineId, body: { version, inputs, resumeFrom, answers, fresh } };
}

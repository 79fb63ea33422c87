import {
  ApiError,
  type NewBatch,
  type PipelineRunEstimate,
  type PricedEstimate,
  type UnclearEstimate,
} from "@gme/client";
import { queryOptions } from "@tanstack/react-query";

import { callApp } from "./get-json.ts";

/** Price of one generation, without an `estimateId`. */
export type PricedPreview = Omit<PricedEstimate, "estimateId" | "expiresAt">;
/** Price of the run that a message starts. */
export type RunPreview = Omit<PipelineRunEstimate, "estimateId" | "expiresAt">;
/** Response of `POST /app/estimates`. */
export type EstimatePreview = PricedPreview | RunPreview | UnclearEstimate;

const unreadMs = 1_000;

/** Estimate of a request, given as JSON, that is still being written. */
export function previewEstimate(body: string | null) {
  return queryOptions({
    queryKey: ["previewEstimate", body],
    queryFn: async ({ signal }) => {
      const request = JSON.parse(body ?? "{}") as object;
      return postRepeatable<EstimatePreview>("/app/estimates", request, signal);
    },
    retry: false,
    // An earlier message of the conversation is being read.
    refetchInterval: ({ state: { error } }) =>
      ApiError.is(error, "job_not_final") ? unreadMs : false,
  });
}

/** Response of `POST /app/batch-estimates`. */
export interface BatchPreview {
  readonly items: number;
  readonly credits: number;
  readonly availableCredits: number;
  readonly affordable: boolean;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** Checks every item of a batch and prices them together; creates nothing. */
export async function previewBatch(batch: NewBatch): Promise<BatchPreview> {
  return postRepeatable("/app/batch-estimates", batch);
}

/** POST that creates nothing. */
async function postRepeatable<Result>(
  path: `/app/${string}`,
  body: object,
  signal?: AbortSignal,
): Promise<Result> {
  return (await callApp<Result>(path, { method: "POST", body, isRepeatable: true, signal })).value;
}

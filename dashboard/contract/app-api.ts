import type { NewBatch, PipelineRunEstimate, PricedEstimate, UnclearEstimate } from "@gme/client";
import { queryOptions } from "@tanstack/react-query";

import { sendJson } from "./send-json.ts";
import { accessToken } from "./session.ts";

/** Price of one generation, without an `estimateId`. */
export type PricedPreview = Omit<PricedEstimate, "estimateId" | "expiresAt">;
/** Price of the run that a message starts. */
export type RunPreview = Omit<PipelineRunEstimate, "estimateId" | "expiresAt">;
/** Response of `POST /app/estimates`. */
export type EstimatePreview = PricedPreview | RunPreview | UnclearEstimate;

/** Estimate of a request, given as JSON, that is still being written. */
export function previewEstimate(body: string | null) {
  return queryOptions({
    queryKey: ["previewEstimate", body],
    queryFn: async ({ signal }) => {
      const token = await accessToken({ expired: false });
      const headers = { authorization: `Bearer ${token}` };
      const request = JSON.parse(body ?? "{}") as object;
      return sendJson<EstimatePreview>("/app/estimates", request, headers, signal);
    },
    retry: false,
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
  const token = await accessToken({ expired: false });
  return sendJson("/app/batch-estimates", batch, { authorization: `Bearer ${token}` });
}

import type { z } from "zod";

import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import type { estimateSchema } from "#api/schemas/estimate.ts";
import type { runEstimateSchema } from "#api/schemas/run.ts";

import type { McpCall } from "./mcp-call.ts";
import type { Order } from "./order.ts";

type GenerationEstimate = z.input<typeof estimateSchema>;
export type Unclear = Extract<GenerationEstimate, { outcome: "needs_input" }>;
export type Priced = Extract<GenerationEstimate, { outcome: "priced" }>;
/** Of a message that starts a pipeline, or that consists of several requests. */
export type PricedRun = z.input<typeof runEstimateSchema>;

/** Estimates an order as `POST /v1/estimates` does; the order can name the estimate. */
export async function estimateOrder(
  order: Order,
  call: McpCall,
): Promise<Unclear | Priced | PricedRun> {
  return (await call.callRoute(createEstimate, { body: order.body })) as
    | GenerationEstimate
    | PricedRun;
}

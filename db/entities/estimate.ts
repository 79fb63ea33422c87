import { defineEntity, p } from "@mikro-orm/core";

import type { FrozenPrices } from "#domain/pipelines/runs/price-bound.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";
import type { JobRouting } from "#domain/routing/job-choice.ts";

/** A binding price quote: while it is valid, the same request is executed by this model for this price. */
const EstimateSchema = defineEntity({
  name: "Estimate",
  tableName: "estimates",
  properties: {
    id: p.text().primary(),
    organizationId: p.text().index("estimates_organization_index"),
    /** SHA-256 of everything that affects the result. */
    requestHash: p.blob(),
    /** Parsed message, so that it is not interpreted differently later. */
    intent: p.json<Intent>().nullable(),
    capability: p.text().$type<Capability>(),
    contentType: p.text().$type<ContentType>(),
    modelId: p.text(),
    providerSlug: p.text(),
    /** Organization-provided key that the price is based on; null for the platform key. */
    providerKeyId: p.text().nullable(),
    credits: p.integer(),
    routing: p.json<JobRouting>(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("estimates_expiry_index"),
  },
});
export class Estimate extends EstimateSchema.class {}
EstimateSchema.setClass(Estimate);

/** A binding quote for a run of a pipeline: the same request has these prices and models. */
const RunEstimateSchema = defineEntity({
  name: "RunEstimate",
  tableName: "run_estimates",
  properties: {
    id: p.text().primary(),
    organizationId: p.text().index("run_estimates_organization_index"),
    pipelineId: p.text(),
    version: p.integer(),
    /** SHA-256 of everything that affects the run, except the version. */
    requestHash: p.blob(),
    prices: p.json<FrozenPrices>(),
    /** Highest price of the run, without what it reuses. */
    maxCredits: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("run_estimates_expiry_index"),
  },
});
export class RunEstimate extends RunEstimateSchema.class {}
RunEstimateSchema.setClass(RunEstimate);

import { defineEntity, p } from "@mikro-orm/core";

import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";

import type { JobRouting } from "./job.ts";

/** A price that was told: while it is valid, the same request is made by this model for this price. */
const EstimateSchema = defineEntity({
  name: "Estimate",
  tableName: "estimates",
  properties: {
    id: p.text().primary(),
    organizationId: p.text().index("estimates_organization_index"),
    /** SHA-256 of everything that decides what is made. */
    requestHash: p.blob(),
    /** What was understood of the message, so that it is not read another way later. */
    intent: p.json<Intent>().nullable(),
    capability: p.text().$type<Capability>(),
    contentType: p.text().$type<ContentType>(),
    modelId: p.text(),
    providerSlug: p.text(),
    /** The organization's own key that the price is of; null: a price of ours. */
    providerKeyId: p.text().nullable(),
    credits: p.integer(),
    routing: p.json<JobRouting>(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("estimates_expiry_index"),
  },
});
export class Estimate extends EstimateSchema.class {}
EstimateSchema.setClass(Estimate);

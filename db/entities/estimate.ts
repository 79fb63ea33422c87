import { defineEntity, p } from "@mikro-orm/core";

import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";

import type { JobRouting } from "./job.ts";

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

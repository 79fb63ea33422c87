import { defineEntity, p } from "@mikro-orm/core";

/**
 * A provider's webhook, stored once. Other fields of the payload are not stored, because polling returns
 * them.
 */
const ProviderEventSchema = defineEntity({
  name: "ProviderEvent",
  tableName: "provider_events",
  uniques: [{ name: "provider_events_event_unique", properties: ["submissionId", "eventId"] }],
  properties: {
    id: p.text().primary(),
    providerSlug: p.text(),
    /** The provider's id of the delivery. */
    eventId: p.text(),
    submissionId: p.text(),
    organizationId: p.text().index("provider_events_organization_index"),
    /** The provider's id of the request. */
    requestId: p.text().nullable(),
    status: p.text().nullable(),
    /** True when the provider's signature was verified. An unverified event only triggers a poll. */
    isSigned: p.boolean(),
    createdAt: p.datetime().defaultRaw("now()").index("provider_events_created_at_index"),
  },
});
export class ProviderEvent extends ProviderEventSchema.class {}
ProviderEventSchema.setClass(ProviderEvent);

import { defineEntity, p } from "@mikro-orm/core";

/** A webhook of a provider, stored once. What else it said is not kept: a poll asks for it. */
const ProviderEventSchema = defineEntity({
  name: "ProviderEvent",
  tableName: "provider_events",
  uniques: [{ name: "provider_events_event_unique", properties: ["submissionId", "eventId"] }],
  properties: {
    id: p.text().primary(),
    providerSlug: p.text(),
    /** The provider's name of the delivery. */
    eventId: p.text(),
    submissionId: p.text(),
    organizationId: p.text().index("provider_events_organization_index"),
    /** The provider's name of our request. */
    requestId: p.text().nullable(),
    status: p.text().nullable(),
    /** Whether the provider's signature was checked. One that was not only makes a poll. */
    isSigned: p.boolean(),
    createdAt: p.datetime().defaultRaw("now()").index("provider_events_created_at_index"),
  },
});
export class ProviderEvent extends ProviderEventSchema.class {}
ProviderEventSchema.setClass(ProviderEvent);

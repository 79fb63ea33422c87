import { defineEntity, p } from "@mikro-orm/core";

/**
 * Virtual time of a provider's fair queue (domain/providers/fair-queue.ts). The row is the lock of its
 * slots.
 */
const ProviderClockSchema = defineEntity({
  name: "ProviderClock",
  tableName: "provider_clocks",
  properties: {
    providerSlug: p.text().primary(),
    clock: p.double().default(0),
  },
});
export class ProviderClock extends ProviderClockSchema.class {}
ProviderClockSchema.setClass(ProviderClock);

/** End of an organization's last turn in virtual time; deleted once it has passed. */
const ProviderTurnSchema = defineEntity({
  name: "ProviderTurn",
  tableName: "provider_turns",
  properties: {
    providerSlug: p.text().primary(),
    organizationId: p.text().primary().index("provider_turns_organization_index"),
    endsAt: p.double(),
  },
});
export class ProviderTurn extends ProviderTurnSchema.class {}
ProviderTurnSchema.setClass(ProviderTurn);

/** Last use and cool-down of a platform key, by its fingerprint. */
const ProviderKeyUseSchema = defineEntity({
  name: "ProviderKeyUse",
  tableName: "provider_key_uses",
  properties: {
    providerSlug: p.text().primary(),
    fingerprint: p.text().primary(),
    usedAt: p.datetime().defaultRaw("now()"),
    restingUntil: p.datetime().nullable(),
  },
});
export class ProviderKeyUse extends ProviderKeyUseSchema.class {}
ProviderKeyUseSchema.setClass(ProviderKeyUse);

import { defineEntity, p } from "@mikro-orm/core";

/** Time as a provider spends it (domain/providers/provider-turns.ts). The row is the lock of its slots. */
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

/** When, on the provider's clock, the last turn of an organization ends; gone when it has. */
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

/** One of our keys of a provider, by its fingerprint: which of them is next, and which rests. */
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

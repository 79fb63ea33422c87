import { defineEntity, p } from "@mikro-orm/core";

import type { CircuitForce, CircuitState } from "#domain/providers/circuit.ts";

/** The model id of a circuit that is the whole provider's. */
export const wholeProvider = "";

/** When a provider, or one model of it, is left alone (domain/providers/circuit.ts); shared by all processes. */
const ProviderCircuitSchema = defineEntity({
  name: "ProviderCircuit",
  tableName: "provider_circuits",
  properties: {
    providerSlug: p.text().primary(),
    modelId: p.text().primary(),
    state: p.text().$type<CircuitState>().default("closed"),
    force: p.text().$type<CircuitForce>().default("auto"),
    openings: p.integer().default(0),
    retryAt: p.datetime().nullable(),
    trials: p.integer().default(0),
    trialsUntil: p.datetime().nullable(),
    successes: p.integer().default(0),
    /** Of the last call that failed for a reason that lies with the provider. */
    lastErrorCode: p.text().nullable(),
    lastErrorAt: p.datetime().nullable(),
    changedAt: p.datetime().defaultRaw("now()"),
  },
});
export class ProviderCircuit extends ProviderCircuitSchema.class {}
ProviderCircuitSchema.setClass(ProviderCircuit);

/** How many calls failed in a few seconds; swept when nobody counts them any more. */
const ProviderFailuresSchema = defineEntity({
  name: "ProviderFailures",
  tableName: "provider_failures",
  properties: {
    providerSlug: p.text().primary(),
    modelId: p.text().primary(),
    slot: p.datetime().primary().index("provider_failures_slot_index"),
    failures: p.integer().default(0),
  },
});
export class ProviderFailures extends ProviderFailuresSchema.class {}
ProviderFailuresSchema.setClass(ProviderFailures);

/** The history of circuits, for operators. */
const CircuitTransitionSchema = defineEntity({
  name: "CircuitTransition",
  tableName: "circuit_transitions",
  indexes: [{ name: "circuit_transitions_provider_index", properties: ["providerSlug", "id"] }],
  properties: {
    id: p.bigint().primary().autoincrement(),
    providerSlug: p.text(),
    modelId: p.text(),
    fromState: p.text().$type<CircuitState>(),
    toState: p.text().$type<CircuitState>(),
    /** An error's code, or `trial`, `probe`, `operator`. */
    cause: p.text(),
    createdAt: p.datetime().defaultRaw("now()").index("circuit_transitions_created_at_index"),
  },
});
export class CircuitTransition extends CircuitTransitionSchema.class {}
CircuitTransitionSchema.setClass(CircuitTransition);

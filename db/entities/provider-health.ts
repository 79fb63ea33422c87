import { defineEntity, p } from "@mikro-orm/core";

import type { CircuitForce, CircuitState } from "#domain/providers/circuit.ts";

/** Model id of a circuit that covers the whole provider. */
export const wholeProvider = "";

/** Circuit breaker of a provider or of one model, shared by all processes (domain/providers/circuit.ts). */
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
    /** Error of the last failure attributed to the provider. */
    lastErrorCode: p.text().nullable(),
    lastErrorAt: p.datetime().nullable(),
    changedAt: p.datetime().defaultRaw("now()"),
  },
});
export class ProviderCircuit extends ProviderCircuitSchema.class {}
ProviderCircuitSchema.setClass(ProviderCircuit);

/** Failed calls within a few seconds; deleted when no window counts them. */
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

/** Circuit history for operators. */
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
    /** An error code, or `trial`, `probe`, `operator`. */
    cause: p.text(),
    createdAt: p.datetime().defaultRaw("now()").index("circuit_transitions_created_at_index"),
  },
});
export class CircuitTransition extends CircuitTransitionSchema.class {}
CircuitTransitionSchema.setClass(CircuitTransition);

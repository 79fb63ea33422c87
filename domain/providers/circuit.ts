import type { ErrorCode } from "#domain/errors.ts";
import { submissionRefusals } from "#domain/jobs/submission.ts";

import { coolDownMs, quietMs, trialMs, trialWaitMs } from "./circuit-limits.ts";

/**
 * Closed: calls pass. Open: none does. Half open: a few trial calls show whether the provider has recovered.
 */
export const circuitStates = ["closed", "open", "half_open"] as const;
export type CircuitState = (typeof circuitStates)[number];

/** Operators' override of a circuit; "auto" follows the measured state. */
export const circuitForces = ["auto", "open", "closed"] as const;
export type CircuitForce = (typeof circuitForces)[number];

/** Circuit breaker of a provider or of one model. */
export interface Circuit {
  readonly state: CircuitState;
  readonly force: CircuitForce;
  /** Number of openings without a quiet period in between: the cool-down grows with it. */
  readonly openings: number;
  /** Time of the earliest trial call; null while the circuit is closed. */
  readonly retryAt: Date | null;
  /** Number of running trial calls, and the time after which they count as lost. */
  readonly trials: number;
  readonly trialsUntil: Date | null;
  /** Successful trial calls since the circuit is half open. */
  readonly successes: number;
  /** Time of the last change of state. */
  readonly changedAt: Date;
}

/** Length of the window in which outcomes count. */
export const windowSeconds = 180;
/** Minimum number of failures that opens a circuit. */
const failuresMin = 5;
/** Minimum share of failures, among all outcomes in the window, that opens a circuit. */
const failureShareMin = 0.5;
/** Maximum number of concurrent trial calls. */
const trialsMax = 2;
/** Number of successful trial calls that closes a circuit. */
const successesMin = 2;
/** Retry delay while an operator holds the circuit open. */
export const heldWaitMs = 60_000;

/** Errors that affect the provider as a whole, whatever the request. */
const providerWide: readonly ErrorCode[] = [
  "provider_unreachable",
  "provider_credential_invalid",
  "provider_balance_empty",
];
const modelOnly: readonly ErrorCode[] = ["model_not_available"];
const illness: readonly ErrorCode[] = [
  ...providerWide,
  ...modelOnly,
  "provider_overloaded",
  "provider_outcome_unknown",
  "provider_response_invalid",
  "provider_timeout",
];

/**
 * Health information in the outcome of a call; null is a success. A provider that refuses a request
 * (moderation, invalid input) is healthy. A rate limit or a failed generation has no significance.
 */
export type HealthSign = "well" | "ill" | "none";

export function healthSignOf(code: ErrorCode | null): HealthSign {
  if (code === null || submissionRefusals.some((known) => known === code)) return "well";
  return illness.includes(code) ? "ill" : "none";
}

/** Outcomes in the window by health. */
export interface OutcomeCounts {
  readonly well: number;
  readonly ill: number;
}

export function isTripped({ well, ill }: OutcomeCounts): boolean {
  return ill >= failuresMin && ill / (well + ill) >= failureShareMin;
}

/**
 * Decides which circuit opens after a failure of a model: the model's when the provider's other models still
 * respond, else the provider's. Null: neither opens yet. `siblings` is null for a model that is called with a
 * separate key; its failures do not count against the provider.
 */
export function blameFor(
  code: ErrorCode,
  { own, siblings }: { own: OutcomeCounts; siblings: OutcomeCounts | null },
): "provider" | "model" | null {
  if (siblings === null || modelOnly.includes(code)) return isTripped(own) ? "model" : null;
  if (isTripped(own) && siblings.well > 0 && !providerWide.includes(code)) return "model";
  const all = { well: own.well + siblings.well, ill: own.ill + siblings.ill };
  return isTripped(all) ? "provider" : null;
}

export function closedCircuit(now: Date): Circuit {
  return {
    state: "closed",
    force: "auto",
    openings: 0,
    retryAt: null,
    trials: 0,
    trialsUntil: null,
    successes: 0,
    changedAt: now,
  };
}

/** Opens a circuit for its next cool-down. */
export function openCircuit(circuit: Circuit, now: Date): Circuit {
  const wasQuiet =
    circuit.state === "closed" && now.getTime() - circuit.changedAt.getTime() >= quietMs;
  const openings = wasQuiet ? 1 : circuit.openings + 1;
  const waitMs = Math.min(coolDownMs.first * 2 ** (openings - 1), coolDownMs.max);
  return {
    ...closedCircuit(circuit.state === "open" ? circuit.changedAt : now),
    force: circuit.force,
    state: "open",
    openings,
    retryAt: new Date(now.getTime() + waitMs),
  };
}

/** Decision about a call. "trial" takes a place, which `endTrial` releases. */
export type Admission =
  | { readonly verdict: "pass" | "trial"; readonly circuit: Circuit }
  | { readonly verdict: "refuse"; readonly circuit: Circuit; readonly retryAfterMs: number };

export function admitCall(circuit: Circuit, now: Date): Admission {
  if (circuit.force === "open") return { verdict: "refuse", circuit, retryAfterMs: heldWaitMs };
  if (circuit.force === "closed" || circuit.state === "closed") return { verdict: "pass", circuit };
  const coolMs = (circuit.retryAt?.getTime() ?? 0) - now.getTime();
  if (circuit.state === "open" && coolMs > 0) {
    return { verdict: "refuse", circuit, retryAfterMs: coolMs };
  }
  const isLost = circuit.trialsUntil === null || circuit.trialsUntil <= now;
  const trials = isLost ? 0 : circuit.trials;
  if (trials >= trialsMax) return { verdict: "refuse", circuit, retryAfterMs: trialWaitMs };
  return {
    verdict: "trial",
    circuit: {
      ...halfOpen(circuit, now),
      trials: trials + 1,
      trialsUntil: new Date(now.getTime() + trialMs),
    },
  };
}

/** Applies the outcome of a trial call. Has no effect on a circuit that is no longer half open. */
export function endTrial(circuit: Circuit, sign: HealthSign, now: Date): Circuit {
  if (circuit.state !== "half_open") return circuit;
  const rest = { ...circuit, trials: Math.max(0, circuit.trials - 1) };
  switch (sign) {
    case "none":
      return rest;
    case "ill":
      return openCircuit(rest, now);
    case "well":
      return countSuccess(rest, now);
  }
}

/**
 * Applies the outcome of a free health probe, which counts like a trial call once the cool-down has ended.
 */
export function noteProbe(circuit: Circuit, sign: HealthSign, now: Date): Circuit {
  const isCooling = circuit.retryAt !== null && circuit.retryAt > now;
  if (circuit.state === "closed" || (circuit.state === "open" && isCooling)) return circuit;
  switch (sign) {
    case "none":
      return circuit;
    case "ill":
      return openCircuit(circuit, now);
    case "well":
      return countSuccess(halfOpen(circuit, now), now);
  }
}

/** Returns the state in effect: an operator's override, else the measured state. */
export function effectiveState({ state, force }: Pick<Circuit, "state" | "force">): CircuitState {
  return force === "auto" ? state : force;
}

function halfOpen(circuit: Circuit, now: Date): Circuit {
  if (circuit.state === "half_open") return circuit;
  return { ...circuit, state: "half_open", trials: 0, successes: 0, changedAt: now };
}

/** Keeps `openings`: a circuit that opens again soon gets a longer cool-down. */
function countSuccess(circuit: Circuit, now: Date): Circuit {
  const successes = circuit.successes + 1;
  if (successes < successesMin) return { ...circuit, successes };
  return { ...closedCircuit(now), force: circuit.force, openings: circuit.openings };
}

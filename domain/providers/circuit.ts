import type { ErrorCode } from "#domain/errors.ts";
import { submissionRefusals } from "#domain/jobs/submission.ts";

import { coolDownMs, quietMs, trialMs, trialWaitMs } from "./circuit-limits.ts";

/** Closed: calls pass. Open: none does. Half open: a few may show whether it is over. */
export const circuitStates = ["closed", "open", "half_open"] as const;
export type CircuitState = (typeof circuitStates)[number];

/** What operators want of a circuit; "auto" follows what is measured. */
export const circuitForces = ["auto", "open", "closed"] as const;
export type CircuitForce = (typeof circuitForces)[number];

/** What is known of a provider, or of one model of it. */
export interface Circuit {
  readonly state: CircuitState;
  readonly force: CircuitForce;
  /** How often it has opened without a quiet time in between: the cool-down grows with it. */
  readonly openings: number;
  /** When the first trial may be made; null while it is closed. */
  readonly retryAt: Date | null;
  /** Trials that are under way, and when they count as lost. */
  readonly trials: number;
  readonly trialsUntil: Date | null;
  /** Trials that went well since it is half open. */
  readonly successes: number;
  /** Since when it is in this state. */
  readonly changedAt: Date;
}

/** How far back failures count. */
export const windowSeconds = 180;
/** Fewer failures than this open nothing. */
const failuresMin = 5;
/** The share of failures, of all that was answered in the window, from which on it opens. */
const failureShareMin = 0.5;
/** How many calls may try at once. */
const trialsMax = 2;
/** How many of them must go well. */
const successesMin = 2;
/** When to ask again while an operator holds it open. */
export const heldWaitMs = 60_000;

/** The provider as a whole is in the way, whatever was asked of it. */
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
 * What the outcome of a call says about the health of who answered. Null is a success. A refusal of
 * the request (moderation, invalid input) is an answer of somebody well; a limit of requests, and a
 * generation that did not work out, say nothing.
 */
export type HealthSign = "well" | "ill" | "none";

export function healthSignOf(code: ErrorCode | null): HealthSign {
  if (code === null || submissionRefusals.some((known) => known === code)) return "well";
  return illness.includes(code) ? "ill" : "none";
}

/** What was answered in the window, well or ill. */
export interface OutcomeCounts {
  readonly well: number;
  readonly ill: number;
}

export function isTripped({ well, ill }: OutcomeCounts): boolean {
  return ill >= failuresMin && ill / (well + ill) >= failureShareMin;
}

/**
 * Whose circuit opens after a failure of a model: its own when the provider's other models still
 * answer, else the provider's. Null: nobody's yet. Without siblings, because it is called with a key
 * of its own, a model says nothing about its provider.
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

/** Opens it for the next cool-down. */
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

/** Whether a call may be made. "trial" holds a place, which `endTrial` gives back. */
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

/** What a trial has shown. Of a circuit that is not half open any more, it changes nothing. */
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

/** What a free question of ours has shown: worth a trial, as soon as one may be made. */
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

/** What applies: an operator's word, else what was measured. */
export function effectiveState({ state, force }: Pick<Circuit, "state" | "force">): CircuitState {
  return force === "auto" ? state : force;
}

function halfOpen(circuit: Circuit, now: Date): Circuit {
  if (circuit.state === "half_open") return circuit;
  return { ...circuit, state: "half_open", trials: 0, successes: 0, changedAt: now };
}

/** The openings stay: what opens again soon waits longer. */
function countSuccess(circuit: Circuit, now: Date): Circuit {
  const successes = circuit.successes + 1;
  if (successes < successesMin) return { ...circuit, successes };
  return { ...closedCircuit(now), force: circuit.force, openings: circuit.openings };
}

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { errorCatalog, isErrorCode } from "#domain/errors.ts";
import { submissionRefusals } from "#domain/jobs/submission.ts";

import {
  admitCall,
  blameFor,
  type Circuit,
  closedCircuit,
  effectiveState,
  endTrial,
  type HealthSign,
  healthSignOf,
  isTripped,
  noteProbe,
  openCircuit,
} from "./circuit.ts";

const start = new Date("2026-11-21T12:00:00Z");
const later = (seconds: number, from = start) => new Date(from.getTime() + seconds * 1_000);
const opened = openCircuit(closedCircuit(start), start);

/** Returns the circuit after admitting this many trial calls. */
function tried(circuit: Circuit, now: Date, trials: number): Circuit {
  return Array.from({ length: trials }).reduce<Circuit>(
    (before) => admitCall(before, now).circuit,
    circuit,
  );
}

test("errors caused by the caller or by a single request do not count against a provider", () => {
  const codes = Object.keys(errorCatalog).filter(isErrorCode);

  const ill = codes.filter((code) => healthSignOf(code) === "ill");

  expect(ill.toSorted()).toEqual([
    "model_not_available",
    "provider_balance_empty",
    "provider_credential_invalid",
    "provider_outcome_unknown",
    "provider_overloaded",
    "provider_response_invalid",
    "provider_timeout",
    "provider_unreachable",
  ]);
  for (const code of submissionRefusals) expect(healthSignOf(code)).toBe("well");
  expect(healthSignOf("provider_rate_limited")).toBe("none");
  expect(healthSignOf(null)).toBe("well");
});

test.each([
  [{ well: 0, ill: 4 }, false],
  [{ well: 0, ill: 5 }, true],
  [{ well: 5, ill: 5 }, true],
  [{ well: 6, ill: 5 }, false],
  [{ well: 1_000, ill: 400 }, false],
])("%j in the window opens it: %s", (counts, expected) => {
  expect(isTripped(counts)).toBe(expected);
});

const none = { well: 0, ill: 0 };
const failing = { well: 0, ill: 5 };
const fine = { well: 3, ill: 0 };

test("only the model's circuit opens while the provider's other models respond", () => {
  expect(blameFor("provider_overloaded", { own: failing, siblings: fine })).toBe("model");
  expect(blameFor("provider_overloaded", { own: failing, siblings: none })).toBe("provider");
  expect(
    blameFor("provider_overloaded", { own: { well: 0, ill: 3 }, siblings: { well: 0, ill: 2 } }),
  ).toBe("provider");
  expect(blameFor("provider_overloaded", { own: { well: 0, ill: 4 }, siblings: fine })).toBeNull();
});

test("a model with a separate key does not affect its provider's circuit", () => {
  expect(blameFor("provider_credential_invalid", { own: failing, siblings: null })).toBe("model");
  expect(blameFor("provider_unreachable", { own: fine, siblings: null })).toBeNull();
});

test("a refused key opens the provider's circuit, a missing model does not", () => {
  expect(blameFor("provider_credential_invalid", { own: failing, siblings: fine })).toBe(
    "provider",
  );
  expect(blameFor("model_not_available", { own: failing, siblings: none })).toBe("model");
  expect(blameFor("model_not_available", { own: none, siblings: failing })).toBeNull();
});

test("an open circuit refuses calls until its cool-down ends, then admits two trial calls", () => {
  expect(admitCall(opened, later(14))).toMatchObject({ verdict: "refuse", retryAfterMs: 1_000 });

  const first = admitCall(opened, later(15));
  const second = admitCall(first.circuit, later(15));
  const third = admitCall(second.circuit, later(15));

  expect([first, second, third].map(({ verdict }) => verdict)).toEqual([
    "trial",
    "trial",
    "refuse",
  ]);
  expect(first.circuit.state).toBe("half_open");
});

test("two successful trials close the circuit, one failed trial opens it for twice as long", () => {
  const trying = tried(opened, later(15), 2);

  const better = endTrial(trying, "well", later(16));
  const closed = endTrial(better, "well", later(17));
  const worse = endTrial(better, "ill", later(17));

  expect(better.state).toBe("half_open");
  expect(closed).toMatchObject({ state: "closed", retryAt: null, trials: 0 });
  expect(worse).toMatchObject({ state: "open", openings: 2, retryAt: later(30, later(17)) });
});

test("a trial without a health sign releases its place", () => {
  const trying = tried(opened, later(15), 2);

  const back = endTrial(trying, "none", later(16));

  expect(admitCall(back, later(16)).verdict).toBe("trial");
});

test("the places of trials whose workers died are released after a while", () => {
  const trying = tried(opened, later(15), 2);

  expect(admitCall(trying, later(15 + 339)).verdict).toBe("refuse");
  expect(admitCall(trying, later(15 + 340)).verdict).toBe("trial");
});

test("a lost trial leaves the other place, and two successes in it close the circuit", () => {
  const lost = admitCall(opened, later(15)).circuit;

  const first = endTrial(admitCall(lost, later(20)).circuit, "well", later(25));
  expect(admitCall(first, later(26)).verdict).toBe("trial");
  const second = endTrial(admitCall(first, later(26)).circuit, "well", later(30));

  expect(second.state).toBe("closed");
});

test("two lost trials do not keep the free probe from closing the circuit", () => {
  const lost = tried(opened, later(15), 2);

  const closed = noteProbe(noteProbe(lost, "well", later(45)), "well", later(75));

  expect(closed.state).toBe("closed");
});

test("cool-downs double up to five minutes and restart after ten minutes without an opening", () => {
  let circuit = closedCircuit(start);
  const waits: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const now = circuit.retryAt ?? start;
    circuit = openCircuit(circuit, now);
    waits.push(((circuit.retryAt?.getTime() ?? 0) - now.getTime()) / 1_000);
    circuit = noteProbe(
      noteProbe(circuit, "well", circuit.retryAt ?? now),
      "well",
      circuit.retryAt ?? now,
    );
    expect(circuit.state).toBe("closed");
    circuit = { ...circuit, retryAt: null, changedAt: later(round + 1) };
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 300, 300]);
  const quiet = later(601, circuit.changedAt);
  expect(openCircuit(circuit, quiet).retryAt).toEqual(later(15, quiet));
});

test("probes close the circuit after the cool-down, and a failing probe prolongs it", () => {
  expect(noteProbe(opened, "well", later(5))).toBe(opened);

  const half = noteProbe(opened, "well", later(20));

  expect(half.state).toBe("half_open");
  expect(noteProbe(half, "well", later(50)).state).toBe("closed");
  expect(noteProbe(opened, "ill", later(20))).toMatchObject({ state: "open", openings: 2 });
});

test("an operator's override takes precedence over the measured state", () => {
  const held = { ...closedCircuit(start), force: "open" } as const;
  const forced = { ...opened, force: "closed" } as const;

  expect(effectiveState(held)).toBe("open");
  expect(admitCall(held, later(1)).verdict).toBe("refuse");
  expect(effectiveState(forced)).toBe("closed");
  expect(admitCall(forced, later(1)).verdict).toBe("pass");
});

type Step =
  | { kind: "wait"; seconds: number }
  | { kind: "admit" }
  | { kind: "trip" }
  | { kind: "end" | "probe"; sign: HealthSign };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 700 }) }),
    fc.record({ kind: fc.constantFrom("admit" as const, "trip" as const) }),
    fc.record({
      kind: fc.constantFrom("end" as const, "probe" as const),
      sign: fc.constantFrom("well" as const, "ill" as const, "none" as const),
    }),
  ),
  { maxLength: 60 },
);

test("any sequence of calls has at most two concurrent trials, none before its time, and can always recover", () => {
  fc.assert(
    fc.property(steps, (list) => {
      let circuit = closedCircuit(start);
      let now = start;
      for (const step of list) {
        const before = circuit;
        switch (step.kind) {
          case "wait":
            now = later(step.seconds, now);
            break;
          case "trip":
            if (circuit.state === "closed") circuit = openCircuit(circuit, now);
            break;
          case "end":
            circuit = endTrial(circuit, step.sign, now);
            break;
          case "probe":
            circuit = noteProbe(circuit, step.sign, now);
            break;
          case "admit": {
            const admission = admitCall(circuit, now);
            circuit = admission.circuit;
            if (admission.verdict === "pass") expect(before.state).toBe("closed");
            if (admission.verdict === "trial")
              expect(before.retryAt?.getTime() ?? 0).toBeLessThanOrEqual(now.getTime());
            if (admission.verdict === "refuse") expect(admission.retryAfterMs).toBeGreaterThan(0);
          }
        }
        expect(circuit.trials).toBeGreaterThanOrEqual(0);
        expect(circuit.trials).toBeLessThanOrEqual(2);
        expect(circuit.retryAt === null).toBe(circuit.state === "closed");
        expect(circuit.state === "half_open" || circuit.trials === 0).toBe(true);
        // Only a success closes the circuit.
        if (before.state !== "closed" && circuit.state === "closed") {
          expect(step).toMatchObject({ sign: "well" });
        }
      }
      now = later(1_000, now);
      for (let attempts = 0; attempts < 2; attempts += 1) circuit = noteProbe(circuit, "well", now);
      expect(circuit.state).toBe("closed");
    }),
  );
});

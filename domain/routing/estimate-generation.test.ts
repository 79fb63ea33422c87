import { describe, expect, test } from "vitest";

import { candidateOf } from "#test/support/routing/candidates.ts";

import { estimateGeneration } from "./estimate-generation.ts";
import { chooseModel, type Candidate, type RouteQuestion } from "./routing.ts";

function model(modelId: string, change: Partial<Candidate> & { credits?: number } = {}): Candidate {
  const { credits = 1, ...rest } = change;
  const pricing = { typicalCredits: credits, typicalUsd: 0, typical: {} };
  return candidateOf(modelId, { pricing, weight: 1, ...rest });
}

const question: RouteQuestion = { capability: "text-to-image", inputs: [], parameters: {} };
const noKey = { code: "provider_not_configured", setting: "ACME_KEY", reason: "No key." } as const;

function estimate(candidates: readonly Candidate[], change: Partial<RouteQuestion> = {}) {
  const asked = { ...question, ...change };
  return estimateGeneration(candidates, asked, chooseModel(candidates, asked));
}

describe("the minimum charge", () => {
  const [dear, cheap] = [model("dear", { quality: 3, credits: 9 }), model("cheap")];
  const dearer = model("dearer", { quality: 2, credits: 20 });

  test("is the price of the cheapest model available for failover", () => {
    expect(estimate([dear, cheap, dearer]).minCredits).toBe(1);
  });

  test.each([
    ["without fail-over", { preferences: { failover: false } }],
    ["for a model that was named", { requestedModel: "dear" }],
    ["when the others do not suit", { exclude: ["cheap"] }],
  ])("is the price itself %s", (_name, change) => {
    expect(estimate([dear, cheap, dearer], change).minCredits).toBe(9);
  });
});

test("the expected time is the measured one when it is known", () => {
  expect(estimate([model("new")])).toMatchObject({ expectedSeconds: 10, isMeasured: false });
  expect(estimate([model("known", { measuredSeconds: 4 })])).toMatchObject({
    expectedSeconds: 4,
    isMeasured: true,
  });
});

test("alternatives are a few models, usable ones first, regardless of requested names and prices", () => {
  const usable = ["a", "b", "c", "d", "e"].map((id) => model(id, { credits: 5 }));
  const locked = ["x", "y", "z"].map((id) => model(id, { quality: 3, unavailable: noKey }));

  const { alternatives } = estimate([...usable, ...locked], {
    requestedModel: "a",
    maxCredits: 5,
  });

  expect(alternatives.map(({ candidate }) => candidate.modelId)).toEqual(["b", "c", "d", "x", "y"]);
  expect(alternatives.flatMap(({ setting }) => setting ?? [])).toEqual(["ACME_KEY", "ACME_KEY"]);
});

test("warnings report retirement, preview status, failures and better models without a key", () => {
  const codesOf = (candidates: readonly Candidate[]) =>
    estimate(candidates).warnings.map(({ code }) => code);
  const better = model("better", { quality: 3, unavailable: noKey });
  const equal = model("equal", { unavailable: noKey });

  expect(codesOf([model("fine")])).toEqual([]);
  expect(codesOf([model("old", { status: "deprecated" })])).toEqual(["model_deprecated"]);
  expect(codesOf([model("early", { status: "preview" })])).toEqual(["model_preview"]);
  expect(codesOf([model("ill", { onTrial: true })])).toEqual(["model_on_trial"]);
  expect(codesOf([model("fine"), better])).toEqual(["provider_not_configured"]);
  expect(codesOf([model("fine"), equal])).toEqual([]);
  expect(estimate([model("fine"), better]).warnings[0]?.message).toContain("ACME_KEY");
});

import { expect, test } from "vitest";

import { billingReason } from "#api/present/job.ts";
import { translateSentences } from "#dashboard/words/de/engine-sentences.ts";
import { chooseForMessage } from "#domain/routing/choose-for-message.ts";
import { deprecationNotice } from "#domain/routing/lifecycle.ts";
import {
  type Candidate,
  chooseModel,
  optimizeGoals,
  type RouteQuestion,
} from "#domain/routing/routing.ts";
import { candidateOf } from "#test/support/routing/candidates.ts";

/** The dashboard translates these sentences by their form; a new form needs its translation there. */

const question: RouteQuestion = { capability: "text-to-image", inputs: [], parameters: {} };
const model = (id: string, change: Partial<Candidate> = {}) =>
  candidateOf(id, { modelName: `FLUX.1 [${id}]`, providerName: "Labs of Light", ...change });
const fast = model("fast", { measuredSeconds: 1.5 });
const fine = model("fine", { quality: 3 });
const own = model("own", { providerKeyId: "pk_1" });
const leftOut = [
  model("keyless", { unavailable: { code: "provider_not_configured", reason: "", setting: "K" } }),
  model("failing", { unavailable: { code: "provider_not_available", reason: "" } }),
  model("retired", { unavailable: { code: "model_not_available", reason: "" } }),
  model("dear", { pricing: { typicalCredits: 20, typicalUsd: 0.8, typical: {} } }),
  model("barred", { provider: "barred" }),
];

function reasonOf(candidates: readonly Candidate[], change: Partial<RouteQuestion> = {}): string {
  return chooseModel(candidates, { ...question, ...change }).reason;
}

const reasons = [
  reasonOf([fast]),
  reasonOf([own]),
  reasonOf([model("x", { modelName: "Vol. 2", providerName: "Dr. Art Inc." })]),
  reasonOf([fast], { requestedModel: "fast" }),
  reasonOf([model("a"), model("b", { provider: "other" })], { draw: 0.5 }),
  reasonOf([fast, fine, ...leftOut], {
    maxCredits: 5,
    preferences: { deny: ["barred"] },
  }),
  ...optimizeGoals.map((optimizeFor) => reasonOf([fast, fine], { preferences: { optimizeFor } })),
  ...[null, "2027-01-31"].flatMap((retiresOn) =>
    [null, "flux-3"].map(
      (replacedBy) =>
        deprecationNotice({ modelId: "flux-1.1", status: "deprecated", retiresOn, replacedBy }) ??
        "",
    ),
  ),
  ...chooseForMessage([fast], {
    request: { inputs: [], parameters: {}, capability: "text-to-image", parseIntent: false },
    intent: { subject: "a fox", parameters: {}, requestedModel: "Picasso 3" },
    // Safe to cast: the choice of a model reads these fields only.
  } as unknown as Parameters<typeof chooseForMessage>[1]).assumptions,
];

const bills = [
  ["completed", 1, 0, 3],
  ["processing", 1, 1],
  ["processing", 2, 0],
  ["canceled", 2, 0],
  ["completed", 1, 0],
  ["processing", 0, 3],
  ["failed", 0, 0],
  ["queued", 0, 0],
] as const;
const charges = [
  ...bills.map(([status, capturedCredits, heldCredits, credits = null]) =>
    billingReason(
      { status, credits, request: {} },
      { capturedCredits, heldCredits, releasedCredits: 0 },
    ),
  ),
  billingReason(
    { status: "canceled", credits: 2, request: {} },
    { capturedCredits: 0, heldCredits: 0, releasedCredits: 2 },
  ),
];

test.each([...reasons, ...charges])("%s is translated completely", (reason) => {
  const english =
    /\b(?:of|is|was|the|for|here|by|about|quality|credits?|with|without|or|gets|left|out|will|replaces|charged|held|released|until|so|job|when|chosen|model)\b|Left|Nothing|Priced/;
  const names =
    /FLUX\.1 \[\w+\]|Labs of Light|Vol\. 2|Dr\. Art Inc\.|[„"][^"“]*[“"]|\(\w+\)|flux-[\d.]+/g;

  const german = translateSentences(reason);

  expect(german).not.toBe(reason);
  expect(german.replaceAll(names, "").match(english)).toBeNull();
});

test("the reasons have every form: a request, the only and the best model, shares and all that is left out", () => {
  const text = reasons.join(" ");

  for (const part of [
    "was requested",
    "the only usable",
    "the best of 2",
    "providers are as good",
    "as measured",
    "with the organization-provided key",
    "Left out: 1 not allowed or already attempted, 1 without a key, 1 failing or disabled, 1 no longer offered, 1 too expensive.",
    "is not in the catalog",
  ]) {
    expect(text).toContain(part);
  }
});

test("a sentence that the dashboard does not know stays as it is", () => {
  expect(translateSentences("Something new. The same request with another seed.")).toBe(
    "Something new. Dieselbe Anfrage mit anderem Seed.",
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { AppError } from "#domain/errors.ts";
import { candidateOf } from "#test/support/routing/candidates.ts";

import {
  chooseModel,
  listOffers,
  nameNearestOffer,
  optimizeGoals,
  type Candidate,
  type RouteDecision,
  type RouteQuestion,
  type RoutingPreferences,
} from "./routing.ts";

function model(modelId: string, change: Partial<Candidate> & { usd?: number } = {}): Candidate {
  const { usd = 0.04, ...rest } = change;
  const typicalCredits = Math.ceil(Number((usd / 0.04).toFixed(6)));
  return candidateOf(modelId, {
    modelName: modelId.toUpperCase(),
    pricing: { typicalCredits, typicalUsd: usd, typical: {} },
    ...rest,
  });
}

const noKey = {
  code: "provider_not_configured",
  setting: "FLUX_KEY",
  reason: "Flux Labs has no key here.",
} as const;

const studio = model("studio-image", { provider: "studio", embedded: true, quality: 3, usd: 0.04 });
const draft = model("draft", { quality: 1, usd: 0.04, typicalSeconds: 1 });
const flagship = model("flagship", { quality: 3, usd: 0.4, typicalSeconds: 60 });
const flux = model("flux-2-pro", { provider: "flux-labs", quality: 3, unavailable: noKey });
const fluxFast = model("flux-2-fast", { provider: "flux-labs", quality: 1, unavailable: noKey });
const voice = model("voice", { capabilities: ["text-to-speech"] });
const retired = model("old", { status: "retired", replacedBy: "flagship" });
const catalog = [studio, draft, flagship, flux, fluxFast, voice, retired];

const question: RouteQuestion = { capability: "text-to-image", inputs: [], parameters: {} };

function choose(change: Partial<RouteQuestion> = {}, candidates = catalog) {
  return chooseModel(candidates, { ...question, ...change });
}

function refusal(change: Partial<RouteQuestion>, candidates = catalog): AppError {
  try {
    choose(change, candidates);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("a model was chosen");
}

test.each([
  ["quality", "flagship"],
  ["cost", "draft"],
  ["latency", "draft"],
] as const)("chooses the best model by %s", (optimizeFor, expected) => {
  const candidates = [flagship, draft];

  expect(choose({ preferences: { optimizeFor } }, candidates)).toMatchObject({
    candidate: { modelId: expected },
    strategy: optimizeFor,
  });
});

test("quality is the default goal, and the embedded provider comes last for it", () => {
  expect(choose().candidate.modelId).toBe("flagship");
  expect(choose({}, [studio, draft]).candidate.modelId).toBe("draft");
  expect(choose({}, [studio, flux]).candidate.modelId).toBe("studio-image");
});

test("a requested model is chosen even if a better one is available", () => {
  expect(choose({ requestedModel: "draft" })).toMatchObject({
    candidate: { modelId: "draft" },
    strategy: "requested",
    reason: "DRAFT of Acme was requested (draft); 1 credit.",
  });
});

test("a family name selects the best usable model whose name contains it", () => {
  const configured = [model("flux-2-pro", { quality: 3 }), fluxFast, model("flux-2-dev"), flagship];

  expect(choose({ requestedModel: "FLUX" }, configured).candidate.modelId).toBe("flux-2-pro");
});

test("an exact id takes precedence over a family name", () => {
  const candidates = [model("flux"), model("flux-pro", { quality: 3 })];

  expect(choose({ requestedModel: "flux" }, candidates).candidate.modelId).toBe("flux");
});

test("a model without its provider's key is refused with the missing setting", () => {
  expect(refusal({ requestedModel: "flux-2-pro" })).toMatchObject({
    code: "provider_not_configured",
    message: "Flux Labs has no key here.",
    details: { model: "flux-2-pro", provider: "flux-labs", setting: "FLUX_KEY" },
  });
  expect(refusal({ requestedModel: "flux" })).toMatchObject({
    code: "provider_not_configured",
    details: { settings: ["FLUX_KEY"] },
  });
});

test("without any configured provider the refusal names the settings that would help, and what works without", () => {
  const reader = model("studio-reader", {
    provider: "studio",
    embedded: true,
    capabilities: ["speech-to-text"],
  });

  expect(refusal({}, [flux, fluxFast, reader])).toMatchObject({
    code: "no_model_available",
    message:
      "No model for text-to-image can be used here. To use one, set FLUX_KEY. " +
      "Without a key, studio does speech-to-text.",
    details: { settings: ["FLUX_KEY"] },
  });
});

test("a retired model is refused with its replacement", () => {
  expect(refusal({ requestedModel: "old" })).toMatchObject({
    code: "model_not_available",
    details: { status: "retired", replacedBy: "flagship" },
  });
});

test("a model that an operator has switched off is refused as such", () => {
  const off = model("fox-1", { status: "disabled" });

  expect(refusal({ requestedModel: "fox-1" }, [off])).toMatchObject({
    code: "model_not_available",
    message: "An operator has switched the model fox-1 off.",
    details: { status: "disabled" },
  });
});

test("a deprecated model is chosen only when nothing else is left", () => {
  const leaving = model("leaving", { status: "deprecated", quality: 3, replacedBy: "draft" });

  expect(choose({}, [leaving, draft]).candidate.modelId).toBe("draft");
  expect(choose({}, [leaving]).notices).toEqual(["leaving is deprecated; draft replaces it."]);
});

test("a model without the capability is refused with the models that have it", () => {
  expect(refusal({ requestedModel: "voice" })).toMatchObject({
    code: "model_lacks_capability",
    details: { requested: "voice", modelsWithCapability: expect.arrayContaining(["flagship"]) },
  });
});

test("an unknown model and an unknown provider have different error codes", () => {
  expect(refusal({ requestedModel: "dall-e-9" }).code).toBe("model_not_found");
  expect(refusal({ requestedProvider: "nobody" }).code).toBe("provider_not_found");
});

test("a requested provider excludes all others", () => {
  expect(choose({ requestedProvider: "studio" }).candidate.modelId).toBe("studio-image");
});

test.each<[string, RoutingPreferences, string]>([
  ["an allowed model", { allow: ["draft"] }, "draft"],
  ["an allowed provider", { allow: ["studio"] }, "studio-image"],
  ["a denied model", { deny: ["flagship"] }, "draft"],
  ["a denied provider", { deny: ["acme"] }, "studio-image"],
  ["a deny that beats an allow", { allow: ["acme"], deny: ["flagship"] }, "draft"],
  ["an empty allow list", { allow: [] }, "flagship"],
])("routing follows %s", (_, preferences, expected) => {
  expect(choose({ preferences }).candidate.modelId).toBe(expected);
});

test("a model that failed this job before is not chosen again", () => {
  expect(choose({ exclude: ["flagship"] }).candidate.modelId).toBe("draft");
});

test("a model above maxCredits is skipped; when all are, the refusal has the lowest price", () => {
  expect(choose({ maxCredits: 9 }).candidate.modelId).toBe("draft");
  expect(refusal({ maxCredits: 9, requestedModel: "flagship" })).toMatchObject({
    code: "price_over_limit",
    details: { credits: 10, maxCredits: 9, model: "flagship" },
  });
});

test("a job that is too expensive everywhere is refused with a price", () => {
  expect(refusal({ parameters: { count: 31 } }, [draft]).code).toBe("price_over_limit");
});

const candidates: fc.Arbitrary<Candidate[]> = fc.uniqueArray(
  fc
    .record({
      modelId: fc.stringMatching(/^[a-d][a-d0-3]{0,3}$/),
      provider: fc.constantFrom("acme", "flux-labs", "studio"),
      quality: fc.integer({ min: 1, max: 3 }),
      typicalSeconds: fc.constantFrom(1, 10),
      usd: fc.constantFrom(0.04, 0.2, 1.3),
      status: fc.constantFrom("active", "preview", "deprecated", "retired", "disabled"),
      unavailable: fc.constantFrom(null, null, noKey),
      capabilities: fc.constantFrom(["text-to-image" as const], ["text-to-speech" as const]),
    })
    .map(({ modelId, ...rest }) =>
      model(modelId, { ...rest, embedded: rest.provider === "studio" }),
    ),
  { selector: (candidate) => candidate.modelId, maxLength: 12 },
);

const questions: fc.Arbitrary<RouteQuestion> = fc.record({
  capability: fc.constant("text-to-image" as const),
  inputs: fc.constant([]),
  parameters: fc.constantFrom({}, { count: 4 }, { count: 40 }),
  requestedModel: fc.constantFrom(undefined, undefined, "a", "b1"),
  requestedProvider: fc.constantFrom(undefined, undefined, "acme"),
  maxCredits: fc.constantFrom(undefined, 1, 20),
  preferences: fc.record(
    {
      optimizeFor: fc.constantFrom(...optimizeGoals),
      deny: fc.constantFrom([], ["acme"], ["a"]),
    },
    { requiredKeys: [] },
  ),
});

function outcome(list: readonly Candidate[], asked: RouteQuestion): unknown {
  try {
    const { candidate, ...rest } = chooseModel(list, asked);
    return { modelId: candidate.modelId, ...rest };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    return { code, message };
  }
}

test("the decision does not depend on the order of the candidates", () => {
  const shuffled = candidates.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, questions, ([list, other], asked) => {
      expect(outcome(other, asked)).toEqual(outcome(list, asked));
    }),
    { numRuns: 500 },
  );
});

test("the chosen model is usable, is sold, has the capability and is within the limit", () => {
  fc.assert(
    fc.property(candidates, questions, (list, asked) => {
      const decision = decide(list, asked);
      fc.pre(decision !== null);

      expect(decision.candidate.unavailable).toBeNull();
      expect(["active", "preview", "deprecated"]).toContain(decision.candidate.status);
      expect(decision.candidate.capabilities).toContain(asked.capability);
      expect(decision.credits).toBeLessThanOrEqual(asked.maxCredits ?? 30);
    }),
    { numRuns: 200 },
  );
});

/** Returns null when no model can be chosen. */
function decide(list: readonly Candidate[], asked: RouteQuestion): RouteDecision | null {
  try {
    return chooseModel(list, asked);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

test("offers are all models within the limit that can fulfil the request, in the order of preference", () => {
  const ids = (change: Partial<RouteQuestion>) =>
    listOffers(catalog, { ...question, ...change }).map(({ candidate }) => candidate.modelId);

  expect(ids({})).toEqual(["flagship", "draft", "studio-image"]);
  expect(ids({ maxCredits: 9, preferences: { deny: ["studio"] } })).toEqual(["draft"]);
  expect(ids({ requestedModel: "flux" })).toEqual([]);
});

test("a price refusal names the best of the offers closest to the limit", () => {
  const error = refusal({ maxCredits: 9, requestedModel: "flagship" });

  expect(
    nameNearestOffer(error, () => listOffers(catalog, { ...question, maxCredits: 9 })),
  ).toMatchObject({
    code: "price_over_limit",
    details: { credits: 10, nearest: { model: "draft", provider: "acme", credits: 1 } },
  });
  expect(nameNearestOffer(error, () => [])).toBe(error);
});

const anyCandidate = fc
  .record({
    name: fc.nat({ max: 9_999 }),
    provider: fc.constantFrom("acme", "bolt", "core", "dash"),
    quality: fc.integer({ min: 1, max: 3 }),
    credits: fc.integer({ min: 1, max: 30 }),
    typicalSeconds: fc.integer({ min: 1, max: 100 }),
    measuredSeconds: fc.option(fc.integer({ min: 1, max: 100 })),
    status: fc.constantFrom("active", "preview", "deprecated", "retired", "disabled"),
    code: fc.option(
      fc.constantFrom("provider_not_configured", "provider_not_available", "model_not_available"),
    ),
    onTrial: fc.boolean(),
    weight: fc.constantFrom(0, 50, 100),
  })
  .map(({ name, code, credits, ...rest }) =>
    model(`m-${name}`, {
      ...rest,
      usd: credits * 0.04,
      unavailable: code === null ? null : { code, reason: "not now" },
    }),
  );
const anyCatalog = fc.uniqueArray(anyCandidate, {
  maxLength: 12,
  selector: ({ modelId }) => modelId,
});
const anyPreferences = fc.record({
  goal: fc.constantFrom(...optimizeGoals),
  allow: fc.subarray(["acme", "bolt", "core", "dash"]),
  deny: fc.subarray(["acme", "bolt"]),
  maxCredits: fc.integer({ min: 1, max: 30 }),
  draw: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
});

function secondsOf({ measuredSeconds, typicalSeconds }: Candidate): number {
  return measuredSeconds ?? typicalSeconds;
}

test("any catalog: never chooses a disallowed, unusable or too expensive model, and never skips a better one", () => {
  fc.assert(
    fc.property(anyCatalog, anyPreferences, (candidates, wish) => {
      const { goal: optimizeFor, allow, deny, maxCredits, draw } = wish;
      const mayBe = candidates.filter(
        ({ provider, status, unavailable, pricing }) =>
          (allow.length === 0 || allow.includes(provider)) &&
          !deny.includes(provider) &&
          unavailable === null &&
          status !== "retired" &&
          status !== "disabled" &&
          pricing.typicalCredits <= maxCredits,
      );
      let decision: RouteDecision;
      try {
        decision = choose(
          { preferences: { optimizeFor, allow, deny }, maxCredits, draw },
          candidates,
        );
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect(mayBe).toEqual([]);
        return;
      }
      const { candidate, credits } = decision;
      expect(mayBe).toContain(candidate);
      const isPlain = ({ onTrial, weight, status }: Candidate) =>
        !onTrial && weight > 0 && status === "active";
      const rivals = mayBe.filter((rival) => isPlain(rival));
      if (rivals.length === 0) return;
      expect(isPlain(candidate)).toBe(true);
      const best = {
        quality: Math.max(...rivals.map(({ quality }) => quality)),
        cost: Math.min(...rivals.map(({ pricing }) => pricing.typicalCredits)),
        latency: Math.min(...rivals.map(secondsOf)),
      };
      const chosen = { quality: candidate.quality, cost: credits, latency: secondsOf(candidate) };
      expect(chosen[optimizeFor]).toBe(best[optimizeFor]);
    }),
  );
});

test("the measured time takes precedence over the catalog's", () => {
  const slow = model("fast-on-paper", { typicalSeconds: 1, measuredSeconds: 40 });
  const fast = model("slow-on-paper", { typicalSeconds: 60, measuredSeconds: 5 });

  const decision = choose({ preferences: { optimizeFor: "latency" } }, [slow, fast]);

  expect(decision.candidate).toBe(fast);
  expect(decision.reason).toContain("about 5 s as measured");
});

test("equally good providers share the jobs by their weights", () => {
  const equals = [
    model("one", { provider: "acme", weight: 300 }),
    model("two", { provider: "bolt", weight: 100 }),
    model("three", { provider: "core", weight: 0 }),
    model("worse", { provider: "dash", quality: 1, weight: 1_000 }),
  ];
  const draws = Array.from({ length: 1_000 }, (_, index) => index / 1_000);

  const chosen = draws.map((draw) => choose({ draw }, equals).candidate.modelId);

  const count = (id: string) => chosen.filter((modelId) => modelId === id).length;
  expect([count("one"), count("two"), count("three"), count("worse")]).toEqual([750, 250, 0, 0]);
  expect(choose({ draw: 0.9 }, equals).reason).toContain("this one gets 25 % of such jobs");
  expect(choose({ draw: 0.9 }, equals.slice(2, 3)).candidate.modelId).toBe("three");
});

test("the reason lists the models that were left out and why", () => {
  const away = model("away", {
    provider: "bolt",
    unavailable: { code: "provider_not_available", reason: "Bolt is failing." },
  });

  const { reason } = choose({ preferences: { deny: ["dash"] }, maxCredits: 1 }, [
    draft,
    away,
    flux,
    flagship,
    model("denied", { provider: "dash" }),
  ]);

  expect(reason).toBe(
    "DRAFT of Acme is the only usable model for text-to-image here; 1 credit, quality 1 of 3, about 1 s. " +
      "Left out: 1 not allowed or already attempted, 1 without a key, 1 failing or disabled, 1 too expensive.",
  );
});

test("when every suitable provider is failing, the refusal says when to retry", () => {
  const away = (modelId: string, retryAfterSeconds: number) =>
    model(modelId, {
      provider: modelId,
      unavailable: { code: "provider_not_available", reason: "failing", retryAfterSeconds },
    });

  expect(refusal({}, [away("bolt", 40), away("core", 12), flux])).toMatchObject({
    code: "provider_not_available",
    details: { models: ["bolt", "core"], retryAfterSeconds: 12 },
  });
});

test("a retired model leads to the first of its successors that is still sold", () => {
  const line = [
    model("first", { status: "retired", replacedBy: "second" }),
    model("second", { status: "retired", replacedBy: "third" }),
    model("third", { status: "deprecated" }),
    model("round", { status: "retired", replacedBy: "round" }),
  ];

  expect(refusal({ requestedModel: "first" }, line).details).toMatchObject({ replacedBy: "third" });
  expect(refusal({ requestedModel: "round" }, line).details).toMatchObject({ replacedBy: null });
});

const withMask = model("fill-mask", {
  capabilities: ["inpainting"],
  quality: 3,
  pricing: {
    typicalCredits: 1,
    typicalUsd: 0.04,
    typical: {},
    parameters: {
      required: ["image", "mask"],
      properties: {
        prompt: { type: "string", "x-role": "prompt", maxLength: 20 },
        image: { type: "string", "x-role": "image" },
        mask: { type: "string", "x-role": "mask" },
        seed: { type: "integer", "x-role": "seed" },
      },
    },
  },
});
const withoutMask = model("fill-words", {
  capabilities: ["inpainting"],
  pricing: {
    typicalCredits: 1,
    typicalUsd: 0.04,
    typical: {},
    parameters: {
      required: ["image"],
      properties: {
        prompt: { type: "string", "x-role": "prompt" },
        image: { type: "string", "x-role": "image" },
      },
    },
  },
});
const painted = {
  capability: "inpainting",
  inputs: [{ kind: "image" }],
  prompt: "a hat",
} as const;

test("a model with missing inputs is not chosen when another can do the job, and the reason reports it", () => {
  const list = [withMask, withoutMask];
  const chosen = choose(painted, list);

  expect(chosen.candidate.modelId).toBe("fill-words");
  expect(chosen.reason).toContain("1 with other inputs or without support for a parameter");
  expect(listOffers(list, { ...question, ...painted }).length).toBe(1);
  const masked = { ...painted, inputs: [{ kind: "image" }, { kind: "mask" }] } as const;
  expect(choose(masked, list).candidate.modelId).toBe("fill-mask");
});

test("an unsupported explicit parameter rules out a model; one from a message does not", () => {
  const inputs = [{ kind: "image" }, { kind: "mask" }] as const;
  const wish = { ...painted, inputs, parameters: { fps: 24 } };

  expect(choose(wish, [withMask]).assumptions).toEqual(["fps: The model does not support fps."]);
  expect(refusal({ ...wish, explicit: { fps: 24 } }, [withMask])).toMatchObject({
    code: "parameter_not_supported",
    details: { model: "fill-mask" },
    issues: [{ pointer: "/parameters/fps", code: "not_supported" }],
  });
});

test("when no model can fulfil the request, all issues of the nearest model are reported", () => {
  expect(refusal(painted, [withMask])).toMatchObject({
    code: "input_missing",
    message: "fill-mask cannot do this. inputs: Attach an input of kind mask.",
    details: { model: "fill-mask", missing: ["mask"] },
    issues: [{ pointer: "/inputs", code: "input_missing" }],
  });
  const parameters = { seed: 1, fps: 24 };
  const wish = { ...painted, prompt: "a hat with a very long feather", parameters };
  expect(refusal({ ...wish, explicit: parameters }, [withMask])).toMatchObject({
    code: "request_invalid",
    issues: [
      { pointer: "/inputs", code: "input_missing" },
      { pointer: "/parameters/fps", code: "not_supported" },
      { pointer: "/prompt", code: "too_long" },
    ],
  });
});

const veoMaker = model("veo-maker", { offers: "veo", provider: "maker", usd: 0.4 });
const veoHost = model("veo-host", { offers: "veo", provider: "host", usd: 0.2 });
const veoOther = model("veo-lite", { provider: "maker", usd: 0.04, quality: 3 });

test("the id of a canonical model chooses among its offers, and not among models with a similar name", () => {
  const candidates = [veoMaker, veoHost, veoOther];
  const { candidate, reason, strategy } = choose({ requestedModel: "veo" }, candidates);

  expect(candidate).toBe(veoHost);
  expect(strategy).toBe("requested");
  expect(reason).toContain("the best of 2 offers");
});

test("the id of an offer is that host and no other", () => {
  const away = { ...veoHost, unavailable: noKey };

  expect(choose({ requestedModel: "veo-maker" }, [veoMaker, veoHost]).candidate).toBe(veoMaker);
  expect(refusal({ requestedModel: "veo-host" }, [veoMaker, away]).code).toBe(
    "provider_not_configured",
  );
});

test("an offer that cannot take the request, or costs too much, leaves the others", () => {
  const candidates = [veoMaker, { ...veoHost, capabilities: ["text-to-speech"] as const }];

  expect(choose({ requestedModel: "veo" }, candidates).candidate).toBe(veoMaker);
  expect(choose({ requestedModel: "veo", maxCredits: 5 }, [veoMaker, veoHost]).candidate).toBe(
    veoHost,
  );
});

test("a model that offers itself is found by its id together with the other hosts", () => {
  const own = model("klein", { offers: "klein", usd: 0.08 });
  const box = model("klein-box", { offers: "klein", provider: "box", usd: 0.04 });

  expect(choose({ requestedModel: "klein" }, [own, box]).candidate).toBe(box);
});

test("offers of one model are equally good, so that the cheapest is chosen", () => {
  const better = { ...veoMaker, quality: 3 };

  expect(choose({ requestedModel: "veo" }, [better, veoHost]).candidate.modelId).toBe("veo-host");
});

test("preferences may name a canonical model", () => {
  const candidates = [veoMaker, veoHost, flagship];

  expect(choose({ preferences: { deny: ["veo"] } }, candidates).candidate).toBe(flagship);
  expect(choose({ preferences: { allow: ["veo"] } }, candidates).candidate).toBe(veoHost);
});

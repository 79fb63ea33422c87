import { expect, test } from "vitest";
import { z } from "zod";

import { reportInput, toIssues } from "#api/http/issues.ts";
import { modelSchemaOf } from "#api/http/model-schema.ts";
import { appRoutes, routes } from "#api/routes/index.ts";
import type { ModelDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { type Field, toModelForm } from "#dashboard/schema-form/fields.ts";
import { translateLabel } from "#dashboard/words/de/engine-questions.ts";
import { translateSentences } from "#dashboard/words/de/engine-sentences.ts";
import { translateIssue } from "#dashboard/words/de/issue-codes.ts";
import { modelDescriptions } from "#dashboard/words/de/model-descriptions.ts";
import { modelTerms } from "#dashboard/words/de/model-terms.ts";
import { parameterDescriptions } from "#dashboard/words/de/parameter-descriptions.ts";
import { problemCodes } from "#dashboard/words/de/problem-codes.ts";
import { describeFacts } from "#dashboard/words/de/problem-facts.ts";
import type { Model, Provider } from "#db/entities/catalog.ts";
import type { ProviderCircuit } from "#db/entities/provider-health.ts";
import { availabilityOf } from "#db/providers/availability.ts";
import { explainInputs } from "#domain/billing/input-prices.ts";
import { explainFrames, explainSize } from "#domain/billing/quantities.ts";
import { errorCatalog, type Issue } from "#domain/errors.ts";
import { capabilities, capabilityRules, contentTypes } from "#domain/requests/capability.ts";
import { carryLength } from "#domain/requests/carry-length.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { GenerationParameters, Intent, Question } from "#domain/requests/intent.ts";
import { mapRequest } from "#domain/requests/map-request.ts";
import type { ModelStatus } from "#domain/routing/lifecycle.ts";
import { describeMissingKeys } from "#domain/routing/refusals.ts";
import { askWhetherMeant } from "#intent/follow-up/ask-back.ts";
import { describeChanges } from "#intent/follow-up/read-changes.ts";
import {
  askForCapability,
  askForFile,
  askForInput,
  askForMedium,
  askForSubject,
} from "#intent/questions.ts";

/** The dashboard in German shows no English text of the engine; texts of people and of providers stay as they are. */

const english =
  /\b(?:the|is|are|one of|takes?|model|with|without|what|which|please|should|used|charged|changed|attach|again|size|price)\b/i;

/** Values and names stay as they are. */
function expectGerman(text: string, translated: string): void {
  expect(translated).not.toBe(text);
  const sentence = translated.replaceAll(/Werte: .*?(?=\. [A-Z]|\.$)|[„"][^“"]*[“"]/g, "");
  expect(sentence.match(english), `in "${translated}"`).toBeNull();
}

test("every error code has a German text", () => {
  expect(Object.keys(problemCodes).toSorted()).toEqual(Object.keys(errorCatalog).toSorted());
});

const acts = ["new", "answer", "repeat", "adjust", "edit", "convert", "keep"] as const;

const questions: readonly Question[] = [
  askForFile(),
  askForMedium("", capabilities),
  askForMedium("a fox", capabilities),
  askForCapability(capabilities, capabilities),
  ...capabilities.flatMap((capability) => [
    askForSubject(capability),
    ...capabilityRules[capability].inputs
      .filter((kinds) => kinds.length > 0)
      .map((kinds) => askForInput(capability, kinds)),
    ...acts.map((act) => askAbout(capability, act)),
  ]),
];

function askAbout(capability: Intent["capability"], act: (typeof acts)[number]): Question {
  const asked = askWhetherMeant({
    contentType: "image",
    capability,
    subject: "FUCHS",
    parameters: { count: 2, durationSeconds: 20 },
    confidence: 0.5,
    assumptions: [describeChanges([{ field: "seed", value: 4 }])],
    alternatives: [],
    parser: "embedded",
    understood: { act, refersTo: [] },
  });
  if (asked.outcome !== "needs_input") throw new Error("expected a question");
  return asked.question;
}

test.each(questions)("$text is asked in German", ({ text, options }) => {
  expectGerman(text, translateSentences(text));
  for (const { label } of options) expect(translateLabel(label)).not.toMatch(/Attach|-to-| an /);
});

test("titles of all capabilities and media are labels in German", () => {
  for (const capability of capabilities) {
    const { title } = capabilityRules[capability];
    expect(translateLabel(title)).not.toBe(title);
  }
  for (const contentType of contentTypes) {
    const [option] = askForMedium("", capabilities).options.filter(({ capability }) =>
      capability?.endsWith(contentType),
    );
    expect(translateLabel(option?.label ?? "")).toMatch(/^(Bild|Video|Audio|3D)?$/);
  }
});

/** Values that no model takes. */
const unusual: readonly GenerationParameters[] = [
  {
    aspectRatio: "17:3",
    durationSeconds: 9_999,
    fps: 999,
    count: 99,
    style: "unheard of",
    voice: { name: "Nobody", gender: "female", accent: "martian", tone: "cold", age: "ancient" },
    speed: 99,
    language: "tlh",
    format: "xyz",
    scale: 99,
    strength: 99,
    seed: 2 ** 60,
    negativePrompt: "x".repeat(100_000),
    operations: ["unheard of"],
    timestamps: true,
  },
  { width: 7, height: 99_999, durationSeconds: 0.01, fps: 0.5, speed: 0.01, scale: 0.01 },
  { resolution: "99999x99999", strength: -5, seed: -1.5, count: 0.5 },
  { resolution: "3p", aspectRatio: "1:99" },
  {},
];

test("all values that a model of the catalog takes instead of others are explained in German", () => {
  const texts = new Set<string>();
  for (const { parameters: model, capabilities: offered } of providers.flatMap(
    ({ models }) => models,
  )) {
    for (const capability of offered) {
      for (const parameters of unusual) {
        const wish = { capability, prompt: "a fox", parameters, explicit: {} };
        for (const text of mapRequest(model, wish).assumptions) texts.add(text);
      }
    }
  }

  expect(texts.size).toBeGreaterThan(100);
  for (const text of texts) expectGerman(text, translateSentences(text));
});

test("every model of the catalog is described in German, and no text is left of an earlier one", () => {
  const described = new Set(
    providers.flatMap(({ models }) => models.map(({ description }) => description)),
  );

  expect(Object.keys(modelDescriptions).toSorted()).toEqual([...described].toSorted());
  for (const [text, translated] of Object.entries(modelDescriptions))
    expectGerman(text, translated);
});

test("what follows from the inputs of a request is explained in German", () => {
  const image: InputFacts = { kind: "image", width: 1_000, height: 2_000 };
  const lengths: string[] = [];
  for (const kind of ["video", "audio"] as const) {
    const inputs: InputFacts[] = [{ kind, durationSeconds: 4.5 }];
    for (const duration of [undefined, ["seconds", { type: "integer" }] as const]) {
      const rule = { of: [kind] };
      const target = { values: {}, issues: [], assumptions: lengths };
      carryLength({ inputs, rule, duration, isSaid: false }, target);
    }
  }
  const prices = { image: { usd: 1, per: "megapixel" } } as const;
  const measured = {
    megapixels: "input",
    frames: { of: ["video"], included: 30, unmeasured: 30 },
  };
  const texts = [
    ...lengths,
    ...explainInputs({ video: { usd: 1, per: "file" } }, [{ kind: "video" }]),
    ...explainInputs(prices, [image]),
    ...explainInputs(prices, [image, { kind: "image" }]),
    // Safe to cast: the explanations read only which quantities are measured.
    ...explainFrames({ measured } as unknown as Parameters<typeof explainFrames>[0], {
      inputs: [{ kind: "video", framesPerSecond: 60 }],
    }),
    ...[1, 4].flatMap((scale) =>
      explainSize({ measured } as unknown as Parameters<typeof explainSize>[0], {
        parameters: { scale },
        inputs: [image],
      }),
    ),
  ];

  expect(texts.length).toBeGreaterThanOrEqual(9);
  for (const text of texts) expectGerman(text, translateSentences(text));
});

test("every parameter of every model's form is described in German, and no text is left of an earlier one", () => {
  const described = new Set<string>();
  const add = (fields: readonly Field[]) => {
    for (const field of fields) {
      if (field.help !== undefined) described.add(field.help);
      if (field.widget === "group") add(field.fields);
    }
  };
  for (const { slug, models } of providers) {
    for (const model of models) {
      const { input } = modelSchemaOf({ ...model, providerSlug: slug });
      for (const capability of model.capabilities) {
        const { fields, ownFields } = toModelForm(input, capability);
        add([...fields, ...ownFields]);
      }
    }
  }

  expect(Object.keys(parameterDescriptions).toSorted()).toEqual([...described].toSorted());
  for (const [text, translated] of Object.entries(parameterDescriptions))
    expectGerman(text, translated);
});

test("the jobs of typical prices and the differences between hosts have a German text", () => {
  const rows: readonly ModelDefinition[] = providers.flatMap(({ models }) => models);
  const terms = rows.flatMap(({ credits, differs = [] }) => [credits.per, ...differs]);

  expect(Object.keys(modelTerms)).toEqual(expect.arrayContaining(terms));
});

test("every reason for which a model cannot run is in German", () => {
  const provider = { slug: "studio", name: "Studio", mode: "enabled", setting: "A_KEY" };
  const model = { id: "studio-image", providerSlug: "studio" };
  const open = { state: "open", force: "auto", modelId: "*", lastErrorCode: "provider_failed" };
  const reasonOf = ({
    status = "active",
    circuit,
    keys = { A_KEY: "x" },
    ...change
  }: {
    readonly status?: ModelStatus;
    readonly circuit?: object;
    readonly keys?: Readonly<Record<string, string>>;
    readonly mode?: string;
    readonly integrated?: boolean;
    readonly tier?: string;
  }) =>
    availabilityOf(
      // Safe to cast: only these columns are read.
      {
        model: model as Model,
        provider: { ...provider, integrated: true, ...change } as unknown as Provider,
        status,
      },
      {
        settings: keys,
        organizationKeys: {},
        findCircuit: () => circuit as ProviderCircuit | undefined,
        now: new Date(),
      },
    ).unavailable?.reason ?? "";
  const hosts = ["Studio", "Atelier", "Lab"].map((name) => ({ name, setting: `${name[0]}_KEY` }));
  const shared = describeMissingKeys(hosts, "studio-image");
  const texts = [
    reasonOf({ mode: "disabled" }),
    reasonOf({ keys: {} }),
    reasonOf({ integrated: false }),
    reasonOf({ integrated: false, tier: "own" }),
    reasonOf({ status: "retired" }),
    reasonOf({ status: "disabled" }),
    reasonOf({ circuit: { ...open, retryAt: new Date(Date.now() + 60_000) } }),
    reasonOf({ circuit: { ...open, force: "open" } }),
    shared,
  ];

  for (const text of texts) expectGerman(text, translateSentences(text));
  expect(translateSentences(shared)).toBe(
    "Studio, Atelier und Lab haben auf diesem Server keinen Schlüssel: Setzen Sie S_KEY, A_KEY oder L_KEY, um studio-image zu nutzen.",
  );
});

/** Values that fields refuse. */
const refused: readonly unknown[] = [
  null,
  "",
  -1,
  0.5,
  1e12,
  "nobody",
  "x".repeat(40_000),
  "ftp://example.org",
  [],
  ["x", "x"],
  [null],
  { a: 1 },
  true,
];

/** Every problem that the schemas of bodies report for such values. */
function listIssues(): Issue[] {
  const issues: Issue[] = [];
  for (const { body, examples } of [...routes, ...appRoutes]) {
    if (body === null) continue;
    const [example = {}] = Object.values(examples?.body ?? {}) as object[];
    const fields = Object.keys(body instanceof z.ZodObject ? body.shape : example);
    const bodies = fields.flatMap((name) =>
      refused.map((value) => ({ ...example, [name]: value })),
    );
    for (const sent of [{}, { surprise: 1 }, ...bodies]) {
      const { error } = body.safeParse(sent, reportInput);
      if (error !== undefined) issues.push(...toIssues(error, { schema: body, place: "body" }));
    }
  }
  return issues;
}

test("the problems of fields are explained in German, with their limits and values", () => {
  const issues = listIssues();
  const codes = new Set(issues.map(({ code }) => code));

  expect(codes.size).toBeGreaterThan(10);
  for (const issue of issues) expectGerman(issue.message, translateIssue(issue));
  const translate = (code: string, message: string) => translateIssue({ code, message });
  expect(translate("too_large", "Too big: expected string to have <=1000 characters.")).toBe(
    "Zu groß oder zu lang: höchstens 1000.",
  );
  expect(translate("not_allowed", "Must be one of owner, admin. Did you mean admin?")).toBe(
    "Ist hier nicht erlaubt. Mögliche Werte: owner, admin. Gemeint: „admin“?",
  );
  expect(translate("unknown_field", "Unknown field: promt. Did you mean prompt?")).toBe(
    "Unbekanntes Feld „promt“. Gemeint: „prompt“?",
  );
  expect(translate("model_deprecated", "old-1 is deprecated; new-1 replaces it.")).toBe(
    "old-1 ist veraltet; Nachfolger ist new-1.",
  );
});

test("the facts of a problem are named in German, and ids are left out", () => {
  expect(describeFacts({ limit: 5_000, jobId: "job_1", missing: ["mask", "prompt"] })).toBe(
    "Höchstens: 5.000 · Fehlt: mask, prompt",
  );
  expect(describeFacts({ jobId: "job_1", ownEntry: { limit: 1 } })).toBeUndefined();
});

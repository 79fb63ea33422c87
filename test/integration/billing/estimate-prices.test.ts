import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { createBeginJob } from "#activities/generation/job-records.ts";
import { createParseIntent } from "#activities/generation/parse-intent.ts";
import { createPlanGeneration } from "#activities/generation/plan-generation.ts";
import { providers } from "#catalog/index.ts";
import { toPricing } from "#catalog/to-pricing.ts";
import { Provider } from "#db/entities/catalog.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { mainStep } from "#db/jobs/jobs.ts";
import { listCandidates } from "#db/providers/catalog.ts";
import { AppError } from "#domain/errors.ts";
import type { StartPosition } from "#domain/jobs/generation-run.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest } from "#domain/requests/map-request.ts";
import { inputSets, needsPrompt } from "#domain/requests/request-issues.ts";
import { chooseForMessage } from "#domain/routing/choose-for-message.ts";
import type { Candidate } from "#domain/routing/routing.ts";
import { createIntentParser } from "#intent/chain.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { finishJob } from "#test/support/jobs/finished-jobs.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { keySettings } from "#test/support/routing/provider-settings.ts";

/** Every provider has a key and an adapter here. Prices are compared; no request is sent to a provider. */

const database = useDatabase();
const caller = useOrganization(database, { credits: 1_000_000 });

let api: TestApi;
/** The catalog as read from the database. */
let candidates: readonly Candidate[];
/** Dependencies of the steps that plan a generation. */
let steps: Pick<ActivityDependencies, "orm" | "providerSettings" | "parseMessage">;

beforeAll(async () => {
  await database.orm.em.fork().nativeUpdate(Provider, {}, { integrated: true });
  const providerSettings = Object.fromEntries(keySettings.map((name) => [name, "set"]));
  api = await startApi(database, { settings: { providerSettings } });
  candidates = await listCandidates(database.orm.em.fork(), providerSettings);
  const parser = createIntentParser({ timeoutMs: 20_000 });
  steps = {
    orm: database.orm,
    providerSettings,
    parseMessage: async (message, options) => parser.parse(message, options),
  };
});

afterAll(async () => {
  await expectSoundLedger(database.orm);
  await api.close();
});

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly estimateId?: string;
    readonly jobId?: string;
    readonly price?: { readonly minCredits: number; readonly credits: number };
    readonly model?: { readonly id: string };
  };
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await api.call(path, { key: caller.key, body });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** Completes a job. Returns the credits held before and charged after. */
async function payFor(jobId: string): Promise<{ held: number; charged: number; model: string }> {
  const read = async () => {
    const response = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });
    return (await response.json()) as {
      billing: { heldCredits: number; capturedCredits: number };
      model: { id: string };
    };
  };
  const before = await read();
  const file = { jobId, bytes: Buffer.from("a file"), contentType: "image/png" };
  await finishJob(database.orm, api.storage, caller.organizationId, file);
  const after = await read();
  return {
    held: before.billing.heldCredits,
    charged: after.billing.capturedCredits,
    model: after.model.id,
  };
}

/** Expects the same refusal with and without an estimate, or the estimated price to be held and charged. */
async function expectKept(path: string, body: object): Promise<"priced" | "refused"> {
  const told = await post("/v1/estimates", body);
  const direct = await decidePrice(await post(path, body));
  if (told.status !== 200) {
    expect({ body, direct }).toEqual({ body, direct: { code: told.body.code } });
    return "refused";
  }
  const { estimateId, price, model } = told.body;
  const credits = price?.credits ?? 0;
  expect(price?.minCredits).toBeLessThanOrEqual(credits);
  expect({ body, direct }).toEqual({ body, direct: { credits } });
  const bound = await post(path, { ...body, estimateId });
  const paid = { held: credits, charged: credits, model: model?.id };
  expect({ body, ...(await payFor(bound.body.jobId ?? "")) }).toEqual({ body, ...paid });
  return "priced";
}

/**
 * Returns the price of a request without an estimate: from acceptance, or from the workflow's planning steps.
 */
async function decidePrice({ body }: Answer): Promise<{ credits: number } | { code: unknown }> {
  const { code, jobId } = body;
  if (jobId === undefined) return { code };
  try {
    const { state, plan, needsIntent } = (await createBeginJob(steps)({ jobId })) as Running;
    expect(state).toBe("running");
    if (needsIntent) await runActivity(async () => createParseIntent(steps)({ jobId }));
    return {
      credits: (plan ?? (await createPlanGeneration(steps)({ jobId, step: mainStep }))).credits,
    };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code };
    throw error;
  } finally {
    await endWithoutResult(database.orm.em.fork(), { jobId, status: "canceled" });
  }
}
type Running = Extract<StartPosition, { state: "running" }>;

const models = providers.flatMap((provider) => provider.models);
const choices = models.flatMap((model) =>
  model.capabilities.map((capability): [Model, Capability] => [model, capability]),
);
type Model = (typeof models)[number];

/** Builds a request with the model's required inputs only. */
function requestOf(
  { id, parameters: model }: Model,
  capability: Capability,
  parameters: GenerationParameters,
) {
  const [kinds = []] = inputSets(model, capability);
  return {
    model: id,
    capability,
    parameters,
    ...(needsPrompt(model, capability) ? { prompt: "a red fox says hello" } : {}),
    inputs: kinds.map((kind) => ({ kind, url: `https://example.com/${kind}` })),
  };
}

/** Describes a model's pricing rules. Models with the same shape are priced in the same way. */
function shapeOf(model: Model): string {
  const { typical, factors = {}, measured = {}, ...rules } = toPricing(model);
  const nested = Object.values(factors).some((byValue) =>
    Object.values(byValue).some((factor) => typeof factor !== "number"),
  );
  return JSON.stringify([
    rules.typicalUsd === 0,
    Object.keys(rules).toSorted(),
    Object.keys(typical).toSorted(),
    Object.keys(measured).toSorted(),
    Object.keys(factors).length > 0,
    nested,
  ]);
}

const shapes = [...new Map(models.map((model) => [shapeOf(model), model])).values()];

test("a model of each pricing shape is held and charged at the estimated price", async () => {
  const outcomes = { priced: 0, refused: 0 };
  for (const model of shapes) {
    const [capability = "text-to-image"] = model.capabilities;
    outcomes[await expectKept("/v1/generations", requestOf(model, capability, {}))] += 1;
  }

  expect(outcomes.priced).toBeGreaterThan(outcomes.refused);
}, 300_000);

const parameters = fc.record(
  {
    durationSeconds: fc.integer({ min: 1, max: 20 }),
    count: fc.integer({ min: 1, max: 6 }),
    width: fc.constantFrom(512, 1_024, 1_536, 2_048),
    height: fc.constantFrom(512, 1_024, 1_536, 2_048),
    resolution: fc.constantFrom("480p", "720p", "1080p", "4k"),
    aspectRatio: fc.constantFrom("16:9", "1:1", "9:16"),
    seed: fc.nat(1_000),
  },
  { requiredKeys: [] },
);

test("for any parameters of any model, the job costs what the estimate stated", async () => {
  const request = fc.record({ choice: fc.constantFrom(...choices), parameters });
  await fc.assert(
    fc.asyncProperty(request, async ({ choice: [model, capability], parameters }) => {
      await expectKept("/v1/generations", requestOf(model, capability, parameters));
    }),
    { numRuns: 20 },
  );
}, 300_000);

const seconds = fc.option(fc.integer({ min: 1, max: 400 }).map((tenths) => tenths / 10 + 1));
const side = fc.integer({ min: 64, max: 4_000 });

/** Measurements of a request's inputs, some unknown. */
const facts = fc.record({ durationSeconds: seconds, width: side, height: side });

function factsOf(
  kind: InputKind,
  {
    durationSeconds,
    width,
    height,
  }: { durationSeconds: number | null; width: number; height: number },
): InputFacts {
  if (kind === "image") return { kind, width, height };
  return durationSeconds === null ? { kind } : { kind, durationSeconds };
}

type Request = ReturnType<typeof requestOf>;

/** Returns the price of a model for parsed parameters, or the code of its refusal. Other offers of the model do not compete. */
function decide(
  { capability, prompt = "", ...request }: Request,
  { read, inputs }: { read: GenerationParameters; inputs: readonly InputFacts[] },
) {
  const intent = { capability, subject: prompt, parameters: read };
  const own = candidates.filter(({ modelId }) => modelId === request.model);
  try {
    const { candidate, credits } = chooseForMessage(own, { request, intent, inputs });
    return { model: candidate.modelId, credits };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code };
    throw error;
  }
}

test.each(choices.map(([model, capability]) => [model.id, capability, model] as const))(
  "%s is priced for %s by the values sent to the provider",
  (_id, capability, model) => {
    const sayable = sayableNames(model);
    fc.assert(
      fc.property(parameters, facts, (read, measured) => {
        const request = requestOf(model, capability, {});
        const inputs = request.inputs.map(({ kind }) => factsOf(kind, measured));
        const told = decide(request, { read, inputs });

        // All values that the adapter sends, stated by the caller: the price must stay the same.
        const { values } = mapRequest(model.parameters, {
          capability,
          inputs,
          parameters: read,
          prompt: request.prompt ?? "",
          priced: toPricing(model),
          explicit: {},
        });
        const sent = Object.entries(values).filter(([name]) => sayable.has(name));
        const said = { modelParameters: Object.fromEntries(sent) };
        const again = decide({ ...request, parameters: said }, { read: {}, inputs });
        expect({ read, inputs, ...again }).toEqual({ read, inputs, ...told });
      }),
      { numRuns: 10 },
    );
  },
);

/**
 * Names of the parameters that a caller may set: without the prompt, files and parameters reserved for the
 * engine.
 */
function sayableNames({ parameters: model }: Model): ReadonlySet<string> {
  const names = Object.keys(model.properties);
  const refused = mapRequest(model, {
    parameters: { modelParameters: Object.fromEntries(names.map((name) => [name, null])) },
  }).issues.flatMap(({ code, message }) => (code === "not_supported" ? [message] : []));
  return new Set(names.filter((name) => !refused.some((text) => text.includes(` ${name} `))));
}

test("for any model chosen for a sentence, the job costs what the estimate stated", async () => {
  const medium = fc.constantFrom("an image", "a 5 second video", "a 3D model", "two images");
  const subject = fc.constantFrom("a red fox", "a castle on a hill", "waves at sunset");
  const wish = fc.constantFrom("", " with flux", " with kling", " in 16:9");
  const optimizeFor = fc.constantFrom("quality", "cost", "latency");
  await fc.assert(
    fc.asyncProperty(medium, subject, wish, optimizeFor, async (what, of, how, optimizeFor) => {
      const message = `${what} of ${of}${how}`;
      await expectKept("/v1/chat", { message, parseIntent: true, routing: { optimizeFor } });
    }),
    { numRuns: 12 },
  );
}, 300_000);

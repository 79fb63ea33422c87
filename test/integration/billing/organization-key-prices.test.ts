import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { createFailOver } from "#activities/generation/fail-over.ts";
import { createParseIntent } from "#activities/generation/parse-intent.ts";
import { createPlanGeneration } from "#activities/generation/plan-generation.ts";
import type { Route } from "#api/http/route.ts";
import { createBatch } from "#api/routes/batches/create-batch.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { listCapabilities } from "#api/routes/models/list-capabilities.ts";
import { listModels } from "#api/routes/models/list-models.ts";
import { getProviderHealth } from "#api/routes/providers/get-provider-health.ts";
import { getProvider } from "#api/routes/providers/get-provider.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { endSubmission, findSubmission } from "#db/jobs/submissions.ts";
import type { GenerationPlan } from "#domain/jobs/generation-run.ts";
import { createIntentParser } from "#intent/chain.ts";
import { setOrganizationKeys } from "#test/support/accounts/organization-keys.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { finishJob } from "#test/support/jobs/finished-jobs.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";

/** The platform has a key of black-forest-labs and none of recraft; organizations provide their keys. */

const providerSettings = {
  STUDIO_URL: "http://127.0.0.1:9",
  BLACK_FOREST_LABS_API_KEY: "our-key-000000000000",
};

const database = useDatabase();
const api = useApi(database, { settings: { providerSettings } });
/** Has keys of both providers. */
const owner = useOrganization(database);
/** Has no keys. */
const other = useOrganization(database);

let organizationKeys: Readonly<Record<string, string>>;
const logger = pino({ level: "silent" });
const keys = { "black-forest-labs": "own-key-of-flux-0001", recraft: "own-key-of-recraft-01" };

beforeAll(async () => {
  organizationKeys = await setOrganizationKeys(database.orm, owner, keys);
});

afterAll(async () => {
  await expectSoundLedger(database.orm);
});

const em = () => database.orm.em.fork();

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly details?: { readonly reason?: string };
    readonly jobId?: string;
    readonly estimateId?: string;
    readonly price?: object;
    readonly routing?: { readonly reason: string };
    readonly batchId?: string;
  };
}

async function post(
  route: Route,
  body: object,
  { key }: TestOrganization = owner,
  path: string = route.path,
): Promise<Answer> {
  const response = await api.call(path, { key, body });
  return {
    status: response.status,
    body: (await expectDocumented(route, response)) as Answer["body"],
  };
}

async function read(route: Route, path: string, { key }: TestOrganization): Promise<unknown> {
  return expectDocumented(route, await api.call(path, { key }));
}

async function submissionOf(jobId: string): Promise<ProviderSubmission> {
  return findSubmission(em(), { jobId, step: "main", generation: 1 });
}

/** 43 credits with the platform's key. */
const film = {
  capability: "text-to-video",
  prompt: "waves at sunset",
  model: "flux-3-video",
  parameters: { durationSeconds: 10 },
};
const message = {
  message: "waves at sunset",
  capability: film.capability,
  model: film.model,
  parameters: film.parameters,
};

/** Expects one credit to be held, and charged on completion, for a job with the organization-provided key. */
async function expectOneCredit(jobId: string): Promise<void> {
  expect(await submissionOf(jobId)).toMatchObject({
    providerKeyId: organizationKeys["black-forest-labs"],
  });
  const held = await read(getJob, `/v1/jobs/${jobId}`, owner);
  expect(held).toMatchObject({
    billing: {
      estimatedCredits: 1,
      heldCredits: 1,
      reason: "1 credit held until the job ends. The provider bills the organization-provided key.",
    },
    routing: { reason: expect.stringContaining("1 credit with the organization-provided key") },
  });
  const file = { jobId, bytes: Buffer.from("a film"), contentType: "video/mp4" };
  await finishJob(database.orm, api.storage, owner.organizationId, file);
  expect(await read(getJob, `/v1/jobs/${jobId}`, owner)).toMatchObject({
    billing: {
      heldCredits: 0,
      capturedCredits: 1,
      reason: "1 credit charged for the result. The provider bills the organization-provided key.",
    },
  });
}

describe("one credit is estimated, held and charged", () => {
  test("for a generation, its estimate and its dry run", async () => {
    const told = { price: { minCredits: 1, credits: 1, maxCredits: 1 } };
    const estimate = await post(createEstimate, film);
    expect(estimate).toMatchObject({ status: 200, body: told });
    expect(estimate.body.routing?.reason).toContain("1 credit with the organization-provided key");
    const dry = await post(createGeneration, { ...film, dryRun: true });
    expect(dry).toMatchObject({ status: 200, body: told });

    const { body } = await post(createGeneration, film);

    await expectOneCredit(body.jobId ?? "");
    const { estimateId } = estimate.body;
    const bound = await post(createGeneration, { ...film, estimateId });
    await expectOneCredit(bound.body.jobId ?? "");
  });

  test("for a chat request that states model and capability", async () => {
    const { body } = await post(createChatJob, message);

    await expectOneCredit(body.jobId ?? "");
  });

  test("for a message that is parsed first", async () => {
    const asked = { message: "a ten second video of waves at sunset", parseIntent: true };
    const { body } = await post(createChatJob, { ...asked, model: film.model });
    const jobId = body.jobId ?? "";
    await beginJob(em(), jobId);
    const steps = planningSteps();
    await runActivity(async () => steps.parse({ jobId }));
    await runActivity(async () => steps.plan({ jobId, step: "main" }));

    await expectOneCredit(jobId);
  });

  test("for each item of a batch, and its retry", async () => {
    const batch = await post(createBatch, { items: [film, film], budget: 2 });
    expect(batch.status).toBe(202);
    const { batchId } = batch.body;
    const [first, second] = await em().find(Job, { batchId }, { orderBy: { batchIndex: "asc" } });
    await expectOneCredit(first?.id ?? "");

    const jobId = second?.id ?? "";
    await beginJob(em(), jobId);
    await endWithoutResult(em(), { jobId, status: "failed" });
    const again = await post(retryJob, {}, owner, `/v1/jobs/${jobId}/retry`);
    await expectOneCredit(again.body.jobId ?? "");
  });

  test("only for the organization with the key: another is refused, because the platform price exceeds the limit", async () => {
    for (const route of [createEstimate, createGeneration]) {
      expect(await post(route, film, other)).toMatchObject({
        status: 422,
        body: { code: "price_over_limit" },
      });
    }
  });
});

/** The workflow steps that parse a message and plan its generation. */
function planningSteps() {
  const parser = createIntentParser({ timeoutMs: 20_000 });
  const dependencies = {
    orm: database.orm,
    logger,
    providerSettings,
    parseMessage: async (given, options) => parser.parse(given, options),
  } satisfies Partial<ActivityDependencies>;
  return { parse: createParseIntent(dependencies), plan: createPlanGeneration(dependencies) };
}

describe("the catalog of an organization", () => {
  test("has the models of providers with an organization-provided key, at one credit", async () => {
    const path = "/v1/models?provider=recraft";
    const mine = (await read(listModels, path, owner)) as { data: object[] };
    const theirs = (await read(listModels, path, other)) as { data: object[] };

    const credits = { typical: 1, min: 1, max: 1, per: "one generation" };
    for (const model of mine.data)
      expect(model).toMatchObject({ available: true, ownKey: true, credits });
    for (const model of theirs.data) {
      expect(model).toMatchObject({ available: false });
      expect(model).not.toHaveProperty("ownKey");
    }
    expect(await read(getModel, "/v1/models/recraftv4_1", owner)).toMatchObject({ credits });
  });

  test("reports a provider with an organization-provided key as configured, with its health", async () => {
    const path = "/v1/providers/recraft";

    expect(await read(getProvider, path, owner)).toMatchObject({
      configured: true,
      ownKey: true,
      pricing: { minCredits: 1, maxCredits: 1 },
    });
    expect(await read(getProvider, path, other)).toMatchObject({ configured: false });
    const health = `${path}/health`;
    expect(await read(getProviderHealth, health, owner)).toMatchObject({ status: "healthy" });
    expect(await read(getProviderHealth, health, other)).toMatchObject({ status: "unconfigured" });
  });

  test("counts these models as available, and routing chooses from them", async () => {
    const availableTo = async (organization: TestOrganization) => {
      const { data } = (await read(listCapabilities, "/v1/capabilities", organization)) as {
        data: { capability: string; modelsAvailable: number }[];
      };
      return data.find(({ capability }) => capability === "text-to-image")?.modelsAvailable ?? 0;
    };

    expect(await availableTo(owner)).toBeGreaterThan(await availableTo(other));
    const { body } = await post(createGeneration, {
      capability: "text-to-image",
      prompt: "a red fox",
      provider: "recraft",
    });
    expect(await submissionOf(body.jobId ?? "")).toMatchObject({
      providerKeyId: organizationKeys["recraft"],
    });
  });

  test("follows when a key is set or removed", async () => {
    const organization = await createOrganization(database.orm);
    const isAvailable = async () =>
      ((await read(getModel, "/v1/models/recraftv4_1", organization)) as { available: boolean })
        .available;
    expect(await isAvailable()).toBe(false);

    await setOrganizationKeys(database.orm, organization, { recraft: keys.recraft });
    await expect.poll(isAvailable, { timeout: 10_000 }).toBe(true);
    await setOrganizationKeys(database.orm, organization, { recraft: null });
    await expect.poll(isAvailable, { timeout: 10_000 }).toBe(false);
  });
});

describe("an estimate fixes whose key is used", () => {
  const slug = "black-forest-labs";
  const picture = { capability: "text-to-image", prompt: "a red fox", model: "flux-2-pro" };

  /** Changes the key and waits until the API has noticed. */
  async function change(organization: TestOrganization, value: string | null): Promise<void> {
    const present = await setOrganizationKeys(database.orm, organization, { [slug]: value });
    await expect
      .poll(async () => read(getProvider, `/v1/providers/${slug}`, organization))
      .toEqual(
        value === null
          ? expect.not.objectContaining({ ownKey: true })
          : expect.objectContaining({ ownKey: true }),
      );
    expect(Object.keys(present)).toEqual(value === null ? [] : [slug]);
  }

  test("an estimate for the organization's key holds for the key that replaced it", async () => {
    const organization = await createOrganization(database.orm);
    await change(organization, "the-first-own-key-001");
    const { body: told } = await post(createEstimate, film, organization);
    const present = await setOrganizationKeys(database.orm, organization, {
      [slug]: "the-second-own-key-2",
    });

    await expect
      .poll(async () => {
        const order = { ...film, estimateId: told.estimateId };
        const { body } = await post(createGeneration, order, organization);
        return (await submissionOf(body.jobId ?? "")).providerKeyId;
      })
      .toBe(present[slug]);
  });

  test("an estimate for a removed organization key is refused, because the platform price is higher", async () => {
    const organization = await createOrganization(database.orm);
    await change(organization, "the-only-own-key-001");
    const { body: told } = await post(createEstimate, picture, organization);
    await change(organization, null);

    const order = { ...picture, estimateId: told.estimateId };
    expect(await post(createGeneration, order, organization)).toMatchObject({
      status: 422,
      body: { code: "own_key_unusable", details: { provider: slug } },
    });
  });

  test("an estimate for the platform key uses that key, even after the organization has set a key", async () => {
    const organization = await createOrganization(database.orm);
    const { body: told } = await post(createEstimate, picture, organization);
    await change(organization, "a-later-own-key-0001");

    const order = { ...picture, estimateId: told.estimateId };
    const { body } = await post(createGeneration, order, organization);

    expect(await submissionOf(body.jobId ?? "")).toMatchObject({ providerKeyId: null });
  });
});

describe("failover", () => {
  const anyPicture = { capability: "text-to-image", prompt: "a red fox" };

  async function failOver(jobId: string, code: "own_key_unusable" | "provider_unreachable") {
    await beginJob(em(), jobId);
    const { id: submissionId } = await submissionOf(jobId);
    await endSubmission(em(), { submissionId, state: "failed", code });
    const dependencies = { orm: database.orm, logger, providerSettings };
    return createFailOver(dependencies)({ jobId, step: "main", generation: 1 });
  }

  async function allOf(jobId: string): Promise<ProviderSubmission[]> {
    return em().find(ProviderSubmission, { jobId }, { orderBy: { generation: "asc" } });
  }

  test("from an organization's key never costs more than the hold, and skips the failed provider", async () => {
    const organization = await createOrganization(database.orm);
    await setOrganizationKeys(database.orm, organization, { recraft: keys.recraft });
    const order = { ...anyPicture, routing: { allow: ["recraft", "black-forest-labs", "studio"] } };
    const { body } = await post(
      createGeneration,
      {
        ...order,
        routing: { ...order.routing, optimizeFor: "cost", deny: ["black-forest-labs", "studio"] },
      },
      organization,
    );
    const jobId = body.jobId ?? "";
    expect(await submissionOf(jobId)).toMatchObject({ providerSlug: "recraft" });
    await em().execute(
      `update jobs set request = jsonb_set(request, '{routing}', '{"failover": true}') where id = ?`,
      [jobId],
    );

    const plan: GenerationPlan | null = await failOver(jobId, "own_key_unusable");

    expect(plan).toMatchObject({ credits: 1 });
    expect(plan?.provider).not.toBe("recraft");
    expect(await allOf(jobId)).toMatchObject([
      { providerSlug: "recraft", errorCode: "own_key_unusable" },
      { providerKeyId: null },
    ]);
  });

  test("from the platform key may use an organization's key, which costs one credit", async () => {
    const { body } = await post(createGeneration, { ...anyPicture, model: "flux-2-pro" }, other);
    const jobId = body.jobId ?? "";
    const present = await setOrganizationKeys(database.orm, other, { recraft: keys.recraft });
    await em().execute(`update jobs set request = request - 'model' where id = ?`, [jobId]);

    const plan = await failOver(jobId, "provider_unreachable");

    expect(plan).toMatchObject({ provider: "recraft", credits: 1 });
    expect(await allOf(jobId)).toMatchObject([
      { providerKeyId: null },
      { providerKeyId: present["recraft"] },
    ]);
    await setOrganizationKeys(database.orm, other, { recraft: null });
  });
});

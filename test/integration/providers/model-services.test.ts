import { pino } from "pino";
import { afterEach, expect, test } from "vitest";

import { createFailOver } from "#activities/generation/fail-over.ts";
import { createProbeProviders } from "#activities/maintenance/probe-providers.ts";
import { createGoogleCloud } from "#activities/providers/google/google-cloud.ts";
import { google } from "#activities/providers/google/google.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { getProvider } from "#api/routes/providers/get-provider.ts";
import { ProviderCircuit, ProviderFailures } from "#db/entities/provider-health.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { endSubmission, findSubmission, takeSubmission } from "#db/jobs/submissions.ts";
import { listCandidates } from "#db/providers/catalog.ts";
import { admitToProvider, noteOutcome } from "#db/providers/circuits.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { newJob, pictureRequest } from "#test/support/jobs/jobs.ts";
import { serviceAccountKey, startGoogleCloud } from "#test/support/providers/google-cloud.ts";
import { startGoogle } from "#test/support/providers/google.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { fail, findCircuitRow, ofProvider } from "#test/support/routing/provider-circuits.ts";

const gemini = { providerSlug: "google", modelId: "gemini-3-pro-image" };
const veo = { providerSlug: "google", modelId: "veo-3.1-generate-001" };

const database = useDatabase();
const caller = useOrganization(database, { credits: 1_000 });

afterEach(async () => {
  await em().nativeDelete(ProviderCircuit, {});
  await em().nativeDelete(ProviderFailures, {});
});

const em = () => database.orm.em.fork();

/** Runs an action with the API of an installation with these settings. */
async function withApi(
  providerSettings: Readonly<Record<string, string>>,
  action: (api: TestApi) => Promise<void>,
): Promise<void> {
  const api = await startApi(database, { settings: { providerSettings } });
  try {
    await action(api);
  } finally {
    await api.close();
  }
}

async function readModel(api: TestApi, modelId: string): Promise<Record<string, unknown>> {
  const response = await api.call(`/v1/models/${modelId}`, { key: caller.key });
  return (await expectDocumented(getModel, response)) as Record<string, unknown>;
}

const others = [
  ["veo-3.1-generate-001", "GOOGLE_CLOUD_KEY", "gemini-3-pro-image", "GOOGLE_API_KEY"],
  ["veo-3.1-fast-generate-001", "GOOGLE_CLOUD_KEY", "gemini-omni-1.1-flash", "GOOGLE_API_KEY"],
  ["veo-3.1-lite-generate-001", "GOOGLE_CLOUD_KEY", "gemini-3.8-flash", "GOOGLE_API_KEY"],
  ["ray-2", "LUMA_DREAM_MACHINE_API_KEY", "ray-3.2", "LUMA_API_KEY"],
  ["ray-flash-2", "LUMA_DREAM_MACHINE_API_KEY", "uni-1", "LUMA_API_KEY"],
  ["photon-1", "LUMA_DREAM_MACHINE_API_KEY", "uni-1-max", "LUMA_API_KEY"],
] as const;

test.each(others)(
  "%s requires %s, while its provider's other models require another key",
  async (modelId, setting, sibling, providerSetting) => {
    await withApi({ [providerSetting]: "x" }, async (api) => {
      expect(await readModel(api, sibling)).toMatchObject({ available: true });
      expect(await readModel(api, modelId)).toMatchObject({
        available: false,
        unavailableReason: expect.stringContaining(`set ${setting} `) as string,
      });
    });
    await withApi({ [setting]: "x" }, async (api) => {
      expect(await readModel(api, modelId)).toMatchObject({ available: true });
      expect(await readModel(api, sibling)).toMatchObject({
        available: false,
        unavailableReason: expect.stringContaining(`set ${providerSetting} `) as string,
      });
    });
  },
);

test("a job is accepted when the model's separate key is set, and otherwise refused with the setting's name", async () => {
  const body = {
    capability: "text-to-video",
    prompt: "a red fox in the snow",
    model: veo.modelId,
  };
  await withApi({ GOOGLE_API_KEY: "x" }, async (api) => {
    const response = await api.call("/v1/generations", { key: caller.key, body });
    expect(await expectDocumented(createGeneration, response)).toMatchObject({
      code: "provider_not_configured",
      details: { setting: "GOOGLE_CLOUD_KEY" },
    });
  });
  await withApi({ GOOGLE_CLOUD_KEY: "x" }, async (api) => {
    const response = await api.call("/v1/generations", { key: caller.key, body });
    expect(response.status).toBe(202);
    await expectDocumented(createGeneration, response);
  });
});

test("a provider is configured when at least one of its services can be called", async () => {
  for (const [setting, configured] of [
    ["GOOGLE_API_KEY", true],
    ["GOOGLE_CLOUD_KEY", true],
    ["LUMA_API_KEY", false],
  ] as const) {
    await withApi({ [setting]: "x" }, async (api) => {
      const response = await api.call("/v1/providers/google", { key: caller.key });
      expect(await expectDocumented(getProvider, response)).toMatchObject({ configured });
    });
  }
});

test("a model of several hosts can be used with the key of any of them", async () => {
  await withApi({ TOGETHER_API_KEY: "x" }, async (api) => {
    const response = await api.call("/v1/models?search=flux-2-pro", { key: caller.key });
    const { data } = (await response.json()) as { data: { id: string; available: boolean }[] };
    expect(data.find(({ id }) => id === "flux-2-pro")).toMatchObject({ available: true });
    expect(await readModel(api, "flux-2-pro")).toMatchObject({ available: true });
  });
});

const bothKeys = { GOOGLE_API_KEY: "x", GOOGLE_CLOUD_KEY: "x" };

async function unavailable(modelId: string): Promise<string | null> {
  const candidates = await listCandidates(em(), bothKeys);
  return candidates.find((each) => each.modelId === modelId)?.unavailable?.code ?? null;
}

test("a refused service account holds back its models, and none of the provider's other models", async () => {
  await fail(database.orm, veo, { times: 5, code: "provider_credential_invalid" });

  expect(await unavailable(veo.modelId)).toBe("provider_not_available");
  expect(await unavailable(gemini.modelId)).toBeNull();
  expect(await admitToProvider(em(), veo)).toMatchObject({ admitted: false });
  expect(await admitToProvider(em(), gemini)).toEqual({ admitted: true, trials: [] });
  expect(await findCircuitRow(database.orm, ofProvider("google"))).toMatchObject({
    state: "closed",
    lastErrorCode: null,
  });
});

test("failures of a separate service do not count towards the provider's circuit", async () => {
  await fail(database.orm, veo, { times: 4, code: "provider_credential_invalid" });
  await noteOutcome(em(), gemini, { code: "provider_credential_invalid" });

  expect(await unavailable(gemini.modelId)).toBeNull();
  expect(await unavailable(veo.modelId)).toBeNull();
});

test("a refused key of the provider does not affect a model with a separate key", async () => {
  await fail(database.orm, gemini, { times: 5, code: "provider_credential_invalid" });

  expect(await unavailable(gemini.modelId)).toBe("provider_not_available");
  expect(await unavailable(veo.modelId)).toBeNull();
  expect(await admitToProvider(em(), veo)).toEqual({ admitted: true, trials: [] });
});

test("an operator who holds a provider back holds back all of its models", async () => {
  await em().insert(ProviderCircuit, { ...ofProvider("google"), force: "open" });

  expect(await unavailable(veo.modelId)).toBe("provider_not_available");
  expect(await admitToProvider(em(), veo)).toMatchObject({ admitted: false });
  expect(await admitToProvider(em(), gemini)).toMatchObject({ admitted: false });
});

test("each service is probed with its key, and the result applies to its models", async () => {
  const [geminiApi, cloud] = await Promise.all([startGoogle(), startGoogleCloud()]);
  const ask = createProbeProviders({
    orm: database.orm,
    adapters: { google, "google-cloud": createGoogleCloud() },
    providerSettings: {
      GOOGLE_API_KEY: simulatorKey,
      GOOGLE_BASE_URL: geminiApi.url,
      GOOGLE_CLOUD_KEY: serviceAccountKey(cloud, { client_email: "nobody@example.com" }),
      GOOGLE_CLOUD_BASE_URL: cloud.url,
    },
  });

  for (let turn = 0; turn < 5; turn += 1) expect(await ask()).toMatchObject({ changed: 2 });

  for (const modelId of ["veo-3.1-generate-001", "veo-3.1-lite-generate-001"]) {
    expect(await findCircuitRow(database.orm, { ...veo, modelId })).toMatchObject({
      state: "open",
      lastErrorCode: "provider_credential_invalid",
    });
  }
  expect(await unavailable(gemini.modelId)).toBeNull();
  expect(geminiApi.requests).toHaveLength(5);
  await Promise.all([geminiApi.close(), cloud.close()]);
});

test.each([
  [veo.modelId, /^gemini-omni/],
  ["gemini-omni-1.1-flash", /^veo-/],
])("after a refused key of %s, a model with another key takes over", async (modelId, successor) => {
  const job = newJob(caller, {
    capability: "text-to-video",
    contentType: "video",
    request: { ...pictureRequest, capability: "text-to-video" },
    choice: {
      modelId,
      providerSlug: "google",
      providerKeyId: null,
      credits: 20,
      routing: { strategy: "quality", reason: "It is the best.", assumptions: [] },
    },
  });
  const { jobId } = await createJob(em(), job);
  await beginJob(em(), jobId);
  const ref = { jobId, step: "main", generation: 1 };
  const { id: submissionId } = await findSubmission(em(), ref);
  const token = (await takeSubmission(em(), submissionId, { takeOver: false }))?.token ?? "";
  const code = "provider_credential_invalid";
  await endSubmission(em(), { submissionId, token, state: "failed", code });
  const logger = pino({ level: "silent" });

  const plan = await createFailOver({
    orm: database.orm,
    logger,
    providerSettings: bothKeys,
  })(ref);

  expect(plan).toMatchObject({
    provider: "google",
    model: expect.stringMatching(successor) as string,
  });
});

import { beforeEach, expect, test } from "vitest";

import { createPollProvider } from "#activities/generation/poll-provider.ts";
import { createReconcileSubmission } from "#activities/generation/reconcile-submission.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { createProbeProviders } from "#activities/maintenance/probe-providers.ts";
import type { ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { Provider } from "#db/entities/catalog.ts";
import { ProviderSubmission } from "#db/entities/job.ts";
import { ProviderKeyUse } from "#db/entities/provider-slots.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { endSubmission, findSubmission } from "#db/jobs/submissions.ts";
import {
  chooseKey,
  findPlatformKeys,
  fingerprintOf,
  coolDownKey,
} from "#db/providers/platform-keys.ts";
import { askForSlot, measureSlots } from "#db/providers/provider-slots.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";

/**
 * Several platform keys for one provider, behind the real steps. The provider is a fake that records each
 * call's key.
 */
const providerSlug = "black-forest-labs";
const modelId = "flux-2-pro";
const keys = ["key-one", "key-two", "key-three"];

const database = useDatabase();
const folder = useFolder("gme-keys-");

let organization: TestOrganization;
/** The key of each call, in order. */
let used: string[];
let refusals: Readonly<Record<string, ErrorCode>>;

beforeEach(async () => {
  await em().execute(
    `update provider_submissions set state = 'failed', in_doubt_since = null, finished_at = now()
     where finished_at is null`,
  );
  await em().nativeDelete(ProviderKeyUse, {});
  await set({ concurrencyLimit: null, concurrencyKnown: null, idempotency: "none" });
  organization = await createOrganization(database.orm, { credits: 1_000 });
  used = [];
  refusals = {};
});

const em = () => database.orm.em.fork();
const settingsOf = (names: readonly string[]) => ({ BLACK_FOREST_LABS_API_KEY: names.join(", ") });

async function set(change: Partial<Provider>): Promise<void> {
  await em().nativeUpdate(Provider, { slug: providerSlug }, change);
}

function use({ credential }: ProviderCall): void {
  used.push(credential);
  const code = refusals[credential];
  if (code !== undefined) throw new AppError(code);
}

const adapter: ProviderAdapter = {
  async submit(_request, call) {
    use(call);
    return { state: "accepted", handle: { id: "made" } };
  },
  async poll(_handle, call) {
    use(call);
    return { state: "canceled" };
  },
  async lookup(_key, call) {
    use(call);
    return { id: "found" };
  },
  async checkHealth(call) {
    use(call);
  },
};
const adapters = { [providerSlug]: adapter };

async function prepare(names: readonly string[] = keys) {
  const choice = { ...choiceOf(1), providerSlug, modelId };
  const { jobId } = await createJob(em(), newJob(organization, { choice }));
  await beginJob(em(), jobId);
  const ref = { jobId, step: "main", generation: 1 };
  const at = (settings: readonly string[]) =>
    stepsOf(ref, { database, folder, adapters, providerSettings: settingsOf(settings) });
  return {
    ref,
    submit: at(names)(createSubmitToProvider),
    submitWith: (settings: readonly string[]) => at(settings)(createSubmitToProvider)(),
    poll: (settings: readonly string[]) => at(settings)(createPollProvider)(),
    reconcile: (settings: readonly string[]) => at(settings)(createReconcileSubmission)(),
    find: async () => findSubmission(em(), ref),
  };
}

test("requests rotate through the keys, across workers", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await (await prepare()).submit()).toEqual({ state: "accepted" });
  }

  expect(used).toEqual(["key-one", "key-two", "key-three", "key-one", "key-two"]);
});

test("the key with the fewest running requests is used next", async () => {
  const first = await prepare();
  await first.submit();
  await (await prepare()).submit();
  await (await prepare()).submit();
  const { id: submissionId } = await first.find();
  await endSubmission(em(), { submissionId, state: "failed", code: "provider_failed" });

  await (await prepare()).submit();
  await (await prepare()).submit();

  expect(used).toEqual(["key-one", "key-two", "key-three", "key-one", "key-two"]);
});

test("concurrent submissions never give a key more than the provider's limit", async () => {
  await set({ concurrencyLimit: 3 });
  const fingerprints = keys.map(fingerprintOf);
  const submissions = await Promise.all(
    Array.from({ length: 15 }, async () => (await prepare()).find()),
  );

  const chosen = await Promise.all(
    submissions.map(async ({ id: submissionId }) =>
      chooseKey(em(), { submissionId, providerSlug, fingerprints }),
    ),
  );

  const counts = fingerprints.map((key) => chosen.filter((each) => each === key).length);
  expect(counts).toEqual([3, 3, 3]);
  expect(chosen.filter((each) => each === null)).toHaveLength(6);
});

test("slots are the sum over the keys that are not cooling down", async () => {
  await set({ concurrencyLimit: 1 });
  const platformKeys = findPlatformKeys(settingsOf(keys));
  const fingerprints = keys.map(fingerprintOf);
  await coolDownKey(
    em(),
    { providerSlug, fingerprints },
    { fingerprint: fingerprintOf("key-two"), ms: 60_000 },
  );

  const asked = [];
  for (let count = 0; count < 4; count += 1) {
    const { id: submissionId } = await (await prepare()).find();
    asked.push(
      await askForSlot(em(), { submissionId, providerSlug, providerKeyId: null, fingerprints }),
    );
  }

  expect(asked.map(({ hasSlot }) => hasSlot)).toEqual([true, true, false, false]);
  const gauges = (await measureSlots(em(), platformKeys)).find(
    ({ provider }) => provider === providerSlug,
  );
  expect(gauges).toMatchObject({ limit: 3, inUse: 2, waiting: 2 });
});

test.each<[ErrorCode, number]>([
  ["provider_credential_invalid", 600],
  ["provider_balance_empty", 600],
  ["provider_rate_limited", 5],
])(
  "after %s no worker uses the key until its cool-down ends, and the request is sent with another key",
  async (code, seconds) => {
    refusals = { "key-one": code };
    const job = await prepare();

    expect(await job.submit()).toEqual({
      state: "not_sent",
      code: "provider_overloaded",
      retryAfterMs: 0,
    });
    expect(await job.find()).toMatchObject({ state: "prepared", keyFingerprint: null });
    expect(await job.submit()).toEqual({ state: "accepted" });
    await (await prepare()).submit();
    await (await prepare()).submit();

    expect(used).toEqual(["key-one", "key-two", "key-three", "key-two"]);
    const rest = await em().findOneOrFail(ProviderKeyUse, {
      fingerprint: fingerprintOf("key-one"),
    });
    const restsMs = Number(rest.restingUntil) - Date.now();
    expect(restsMs).toBeGreaterThan((seconds - 5) * 1_000);
    expect(restsMs).toBeLessThanOrEqual(seconds * 1_000 + 1_000);
  },
);

test("with all keys cooling down the error is returned, and the key whose cool-down ends first is used", async () => {
  refusals = { "key-one": "provider_rate_limited", "key-two": "provider_credential_invalid" };
  const two = keys.slice(0, 2);
  const job = await prepare(two);
  await job.submit();

  await expect(job.submit()).rejects.toMatchObject({ code: "provider_credential_invalid" });
  refusals = {};
  expect(await (await prepare(two)).submit()).toEqual({ state: "accepted" });

  expect(used).toEqual(["key-one", "key-two", "key-one"]);
});

test("a request is polled with the key that sent it, whatever the setting's order is now", async () => {
  await (await prepare()).submit();
  const job = await prepare();
  await job.submit();

  await job.poll(["key-three", "key-one", "key-two"]).catch(() => undefined);

  expect(used).toEqual(["key-one", "key-two", "key-two"]);
});

test("a lost reply is looked up with the key of the request, which is recorded before sending", async () => {
  await (await prepare()).submit();
  const job = await prepare();
  refusals = { "key-two": "provider_outcome_unknown" };
  expect(await job.submit()).toEqual({ state: "unknown" });
  refusals = {};

  expect(await job.reconcile(["key-three", "key-two", "key-one"])).toEqual({ state: "accepted" });

  expect(used).toEqual(["key-one", "key-two", "key-two"]);
});

test("a request repeated under its idempotency key uses the same platform key", async () => {
  await set({ idempotency: "key" });
  await (await prepare()).submit();
  const job = await prepare();
  refusals = { "key-two": "provider_outcome_unknown" };
  await expect(job.submit()).rejects.toMatchObject({ type: "provider_outcome_unknown" });
  refusals = {};

  expect(await job.submit()).toEqual({ state: "accepted" });

  expect(used).toEqual(["key-one", "key-two", "key-two"]);
});

test("a request that may have been taken keeps its key, even after that key is refused", async () => {
  await set({ idempotency: "key" });
  const job = await prepare();
  refusals = { "key-one": "provider_outcome_unknown" };
  await expect(job.submit()).rejects.toMatchObject({ type: "provider_outcome_unknown" });

  for (const code of ["provider_rate_limited", "provider_credential_invalid"] as const) {
    refusals = { "key-one": code };
    await expect(job.submit()).rejects.toMatchObject({ type: "provider_outcome_unknown" });
  }
  refusals = {};
  expect(await job.submit()).toEqual({ state: "accepted" });

  expect(new Set(used)).toEqual(new Set(["key-one"]));
});

test("a request that may have been taken with a removed key is not sent with another", async () => {
  await set({ idempotency: "key" });
  const job = await prepare(["key-one"]);
  refusals = { "key-one": "provider_outcome_unknown" };
  await expect(job.submit()).rejects.toMatchObject({ type: "provider_outcome_unknown" });

  expect(await job.submitWith(["key-two", "key-three"])).toEqual({ state: "unknown" });

  expect(used).toEqual(["key-one"]);
});

test("neither rows nor errors contain a key", async () => {
  refusals = { "key-one": "provider_rate_limited" };
  const job = await prepare();
  await job.submit();
  await job.submit();

  const rows = [
    await em().find(ProviderSubmission, { jobId: job.ref.jobId }),
    await em().find(ProviderKeyUse, {}),
  ];

  expect(JSON.stringify(rows)).not.toMatch(/key-(one|two|three)/);
});

test("a provider is usable while one of its keys works", async () => {
  refusals = { "key-one": "provider_credential_invalid" };
  const { orm } = database;
  const probe = createProbeProviders({ orm, adapters, providerSettings: settingsOf(keys) });

  await runActivity(async () => probe());

  expect(used).toEqual(["key-one", "key-two"]);
  const [row] = await em().execute<{ ok: boolean }[]>(
    `select ok from provider_probes where provider_slug = ?`,
    [providerSlug],
  );
  expect(row).toEqual({ ok: true });
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createPollProvider } from "#activities/generation/poll-provider.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { createSettleSubmissions } from "#activities/maintenance/maintain-jobs.ts";
import { adapters } from "#activities/providers/index.ts";
import { receiveProviderWebhook } from "#api/routes/provider-webhooks/receive-provider-webhook.ts";
import { Provider } from "#db/entities/catalog.ts";
import { OrganizationProviderKey } from "#db/entities/organization.ts";
import { ProviderEvent } from "#db/entities/provider-event.ts";
import { ProviderCircuit } from "#db/entities/provider-health.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { findSubmission, takeSubmission } from "#db/jobs/submissions.ts";
import { listCandidates } from "#db/providers/catalog.ts";
import { admitToProvider } from "#db/providers/circuits.ts";
import { eraseRemovedKeys } from "#db/providers/provider-keys.ts";
import {
  askForSlot,
  listAwaitedProviders,
  measureSlots,
  passSlots,
} from "#db/providers/provider-slots.ts";
import { findProviderTraffic } from "#db/providers/provider-traffic.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { providerCallbackFor } from "#runtime/provider-callback.ts";
import { setOrganizationKeys } from "#test/support/accounts/organization-keys.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useResource } from "#test/support/fixtures.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import {
  fail,
  findCircuitRow,
  ofProvider,
  retryIn,
} from "#test/support/routing/provider-circuits.ts";

/** Requests with an organization-provided key and requests of others do not affect each other. */

const database = useDatabase();
const folder = useFolder("gme-own-keys-");
const simulator = useResource(async () => startBlackForestLabs({ keys: accounts }));

let owner: TestOrganization;
const slug = "black-forest-labs";
const target = { providerSlug: slug, modelId: "flux-2-pro" };
const [platformKey, ownKey, nextKey] = [
  "our-key-0123456789",
  "own-key-0123456789",
  "next-key-012345678",
];
const accounts = new Set<string>();

beforeEach(async () => {
  for (const key of [platformKey, ownKey, nextKey]) accounts.add(key);
  simulator.play({});
  owner = await createOrganization(database.orm);
  await em().nativeUpdate(Provider, { slug }, { concurrencyLimit: null, concurrencyKnown: null });
});

afterEach(async () => {
  await em().nativeDelete(ProviderCircuit, {});
  await em().execute(`delete from provider_failures`);
  await em().execute(
    `update provider_submissions set created_at = created_at - interval '1 day', state = 'failed',
       in_doubt_since = null, finished_at = coalesce(finished_at, now())`,
  );
});

const em = () => database.orm.em.fork();

/** A running job with nothing sent yet. */
async function prepare(
  organization: TestOrganization,
  providerKeyId: string | null = null,
): Promise<GenerationRef> {
  const choice = { ...choiceOf(1), modelId: target.modelId, providerSlug: slug, providerKeyId };
  const { jobId } = await createJob(em(), { ...newJob(organization, { credits: 1 }), choice });
  await beginJob(em(), jobId);
  return { jobId, step: "main", generation: 1 };
}

async function prepareOwn(organization = owner): Promise<GenerationRef> {
  const keys = await setOrganizationKeys(database.orm, organization, { [slug]: ownKey });
  return prepare(organization, keys[slug] ?? null);
}

function stepsFor(ref: GenerationRef) {
  const providerSettings = {
    BLACK_FOREST_LABS_API_KEY: platformKey,
    BLACK_FOREST_LABS_BASE_URL: simulator.url,
  };
  const step = stepsOf(ref, { database, folder, adapters, providerSettings });
  return {
    submit: step(createSubmitToProvider),
    poll: step(createPollProvider),
    store: step(createStoreOutput),
    settle: step(createSettleSubmissions),
  };
}

/** Returns the keys of the requests since this position. */
function keysSince(place: number): (string | undefined)[] {
  return simulator.requests.slice(place).map(({ headers }) => headers["x-key"]);
}

async function stateOf(ref: GenerationRef) {
  return findSubmission(em(), ref);
}

describe("a request", () => {
  test("is sent with its organization's key, and its row contains nothing of the key", async () => {
    const place = simulator.requests.length;
    const [own, ours] = [await prepareOwn(), await prepare(await createOrganization(database.orm))];

    expect(await stepsFor(own).submit()).toEqual({ state: "accepted" });
    expect(await stepsFor(ours).submit()).toEqual({ state: "accepted" });

    expect(keysSince(place)).toEqual([ownKey, platformKey]);
    expect(await stateOf(own)).toMatchObject({ keyFingerprint: null });
    expect(JSON.stringify(await stateOf(ours))).not.toContain(platformKey);
  });

  test("is polled, and its result renewed, with the key that sent it, even after that key was replaced and removed", async () => {
    const ref = await prepareOwn();
    const { submit, poll, store } = stepsFor(ref);
    simulator.play({ expiredResults: simulator.requests.length + 1, runningPolls: 0 });
    await submit();
    await setOrganizationKeys(database.orm, owner, { [slug]: nextKey });
    await setOrganizationKeys(database.orm, owner, { [slug]: null });
    await eraseRemovedKeys(em());
    const place = simulator.requests.length;

    await poll();
    await expect(store()).rejects.toMatchObject({ code: "provider_result_expired" });
    simulator.play({ runningPolls: 0 });
    await eraseRemovedKeys(em());
    await expect(store()).rejects.toMatchObject({ code: "provider_result_expired" });
    await store();

    expect(new Set(keysSince(place))).toEqual(new Set([ownKey]));
    const [output] = await listOutputs(em(), [ref.jobId]);
    expect(output).toMatchObject({ bytes: mediaFile("jpg").byteLength });
  });

  test("not yet sent uses the key that replaced the original one", async () => {
    const ref = await prepareOwn();
    const keys = await setOrganizationKeys(database.orm, owner, { [slug]: nextKey });
    await eraseRemovedKeys(em());
    const place = simulator.requests.length;

    expect(await stepsFor(ref).submit()).toEqual({ state: "accepted" });

    expect(keysSince(place)).toEqual([nextKey]);
    expect(await stateOf(ref)).toMatchObject({ providerKeyId: keys[slug] });
  });

  test("not yet sent is not sent with the platform key after the organization's key was removed, and may fail over", async () => {
    const ref = await prepareOwn();
    await setOrganizationKeys(database.orm, owner, { [slug]: null });
    const place = simulator.requests.length;

    await expect(stepsFor(ref).submit()).rejects.toMatchObject({
      code: "own_key_unusable",
      details: { reason: "it was removed before the request was sent" },
    });

    expect(keysSince(place)).toEqual([]);
    expect(await stateOf(ref)).toMatchObject({ state: "prepared", errorCode: "own_key_unusable" });
  });

  test("with a refused key reports that the organization's key was refused", async () => {
    const ref = await prepareOwn();
    accounts.delete(ownKey);

    await expect(stepsFor(ref).submit()).rejects.toMatchObject({ code: "own_key_unusable" });

    const { errorDetail, ...row } = await stateOf(ref);
    expect(row).toMatchObject({ state: "failed", errorCode: "own_key_unusable" });
    expect(errorDetail).toBe("The organization-provided key for this provider cannot be used.");
  });

  test("of a canceled job is ended when its key can no longer be decrypted, and holds up no other request", async () => {
    const ref = await prepareOwn();
    const { submit, settle } = stepsFor(ref);
    await submit();
    await endWithoutResult(em(), { jobId: ref.jobId, status: "canceled" });
    await em().execute(`update jobs set finished_at = now() - interval '1 minute' where id = ?`, [
      ref.jobId,
    ]);
    const { providerKeyId } = await stateOf(ref);
    const broken = { sealed: Buffer.from("sealed under another master key") };
    await em().nativeUpdate(OrganizationProviderKey, providerKeyId ?? "", broken);

    await settle();

    expect(await stateOf(ref)).toMatchObject({ state: "canceled", errorCode: "own_key_unusable" });
  });

  test.each([
    ["balance", "own_key_balance_empty"],
    ["rate_limited", "own_key_rate_limited"],
  ] as const)("refused for its account (%s) fails with %s", async (refusal, code) => {
    const ref = await prepareOwn();
    simulator.play({ refusal });

    await stepsFor(ref)
      .submit()
      .catch(() => undefined);

    expect(await stateOf(ref)).toMatchObject({ errorCode: code });
  });
});

describe("the circuit of a provider", () => {
  const own = { ...target, hasOrganizationKey: true };

  async function circuit(): Promise<string> {
    const rows = [
      await findCircuitRow(database.orm, ofProvider(slug)),
      await findCircuitRow(database.orm, target),
    ];
    return rows.some((row) => row?.state === "open") ? "open" : "closed";
  }

  test("is not opened by refused organization keys, and health does not count them", async () => {
    accounts.delete(ownKey);
    const before = await findProviderTraffic(em(), slug);
    for (let call = 0; call < 6; call += 1) {
      const ref = await prepareOwn(await createOrganization(database.orm));
      await expect(stepsFor(ref).submit()).rejects.toMatchObject({ code: "own_key_unusable" });
    }

    expect(await circuit()).toBe("closed");
    expect((await findProviderTraffic(em(), slug)).traffic.failed).toBe(before.traffic.failed);
    const ours = await prepare(owner);
    expect(await stepsFor(ours).submit()).toEqual({ state: "accepted" });
  });

  test("is not opened by any response to organization keys, so that no organization can close a provider to others", async () => {
    for (const paidFault of ["error_after", "not_json", "error_before", "reset"] as const) {
      simulator.play({ paidFault });
      for (let call = 0; call < 2; call += 1) {
        const ref = await prepareOwn(await createOrganization(database.orm));
        await stepsFor(ref)
          .submit()
          .catch(() => undefined);
      }
    }

    expect(await circuit()).toBe("closed");
    expect((await findProviderTraffic(em(), slug)).traffic.failed).toBe(0);
  });

  test("opened by an outage holds back organization keys for its cool-down, and uses none of them as a trial", async () => {
    await fail(database.orm, target, { times: 8, code: "provider_overloaded" });
    expect(await admitToProvider(em(), own)).toMatchObject({ admitted: false });

    await retryIn(database.orm, ofProvider(slug), -1);
    for (let call = 0; call < 3; call += 1) {
      expect(await admitToProvider(em(), own)).toEqual({ admitted: true, trials: [] });
    }
    expect(await admitToProvider(em(), target)).toMatchObject({ trials: [expect.anything()] });
  });

  test.each(["provider_credential_invalid", "provider_balance_empty"] as const)(
    "opened by the platform's account (%s) does not hold back organization keys",
    async (code) => {
      await fail(database.orm, target, { times: 8, code });
      expect(await admitToProvider(em(), target)).toMatchObject({ admitted: false });

      expect(await admitToProvider(em(), own)).toEqual({ admitted: true, trials: [] });
      const settings = { BLACK_FOREST_LABS_API_KEY: platformKey };
      const offered = async (organizationKeys: Record<string, string>) =>
        (await listCandidates(em(), settings, { organizationKeys })).find(
          ({ modelId }) => modelId === target.modelId,
        )?.unavailable ?? null;
      expect(await offered({})).toMatchObject({ code: "provider_not_available" });
      expect(await offered({ [slug]: "pky_1" })).toBeNull();
    },
  );

  test("opens for the platform's account although organization keys are served", async () => {
    for (let call = 0; call < 12; call += 1) {
      const { id } = await stateOf(await prepareOwn(await createOrganization(database.orm)));
      await em().execute(
        `update provider_submissions set state = 'succeeded', accepted_at = now(), finished_at = now()
         where id = ?`,
        [id],
      );
    }

    await fail(database.orm, target, { times: 6, code: "provider_credential_invalid" });

    expect(await circuit()).toBe("open");
  });

  test("forced open by an operator holds back organization keys, too", async () => {
    await em().insert(ProviderCircuit, { ...ofProvider(slug), force: "open" });

    expect(await admitToProvider(em(), own)).toMatchObject({ admitted: false });
  });
});

describe("slots", () => {
  const platformKeys = () => ["key"];

  async function ask(ref: GenerationRef): Promise<boolean> {
    const { id: submissionId, providerKeyId = null } = await stateOf(ref);
    return (
      await askForSlot(em(), {
        submissionId,
        providerSlug: slug,
        providerKeyId,
        fingerprints: platformKeys(),
      })
    ).hasSlot;
  }

  async function take(ref: GenerationRef): Promise<void> {
    const { id } = await stateOf(ref);
    expect(await takeSubmission(em(), id, { takeOver: false })).not.toBeNull();
  }

  beforeEach(async () => {
    await em().nativeUpdate(Provider, { slug }, { concurrencyLimit: 2 });
  });

  test("of an organization's key are as many as the provider's limit, separate from the platform's slots", async () => {
    const keys = await setOrganizationKeys(database.orm, owner, { [slug]: ownKey });
    const mine = await Promise.all([1, 2, 3].map(async () => prepare(owner, keys[slug] ?? null)));
    const ours = await Promise.all([1, 2, 3].map(async () => prepare(owner)));
    const theirs = await prepareOwn(await createOrganization(database.orm));

    const given: boolean[] = [];
    for (const ref of [...mine, ...ours, theirs]) given.push(await ask(ref));

    expect(given).toEqual([true, true, false, true, true, false, true]);
    const gauges = (await measureSlots(em(), platformKeys)).find(
      ({ provider }) => provider === slug,
    );
    expect(gauges).toMatchObject({ limit: 2, inUse: 2, waiting: 1 });
  });

  test("pass to the next request in the queue of the same key", async () => {
    const keys = await setOrganizationKeys(database.orm, owner, { [slug]: ownKey });
    const mine = await Promise.all(
      [1, 2, 3, 4].map(async () => prepare(owner, keys[slug] ?? null)),
    );
    for (const ref of mine) if (await ask(ref)) await take(ref);
    expect(await listAwaitedProviders(em())).toContain(slug);
    expect(await passSlots(em(), slug, platformKeys)).toEqual([]);

    const { id } = await stateOf(mine[0] as GenerationRef);
    await em().execute(
      `update provider_submissions set state = 'failed', finished_at = now() where id = ?`,
      [id],
    );

    expect(await passSlots(em(), slug, platformKeys)).toMatchObject([{ jobId: mine[2]?.jobId }]);
    expect(await ask(mine[2] as GenerationRef)).toBe(true);
    expect(await ask(mine[3] as GenerationRef)).toBe(false);
  });

  test("of one key are never exceeded by concurrent requests", async () => {
    const keys = await setOrganizationKeys(database.orm, owner, { [slug]: ownKey });
    const mine = await Promise.all(
      Array.from({ length: 12 }, async () => prepare(owner, keys[slug] ?? null)),
    );

    const given = await Promise.all(mine.map(ask));

    expect(given.filter(Boolean)).toHaveLength(2);
  });
});

test("a webhook for an organization's key is an unsigned hint, because its account's secret is unknown", async () => {
  const providerSettings = { KLING_WEBHOOK_SECRET: "whsec_c2VjcmV0LW9mLW91ci1hY2NvdW50" };
  const api = await startApi(database, { settings: { providerSettings } });
  const { kling: providerKeyId = null } = await setOrganizationKeys(database.orm, owner, {
    kling: ownKey,
  });

  async function tell(keyId: string | null): Promise<{ status: number; isSigned: boolean[] }> {
    const kling = { providerSlug: "kling", modelId: "kling-3.0", providerKeyId: keyId };
    const choice = { ...choiceOf(1), ...kling };
    const { jobId } = await createJob(em(), { ...newJob(owner, { credits: 1 }), choice });
    const { id: submissionId } = await stateOf({ jobId, step: "main", generation: 1 });
    await em().execute(`update provider_submissions set state = 'sent' where id = ?`, [
      submissionId,
    ]);
    const { url } = providerCallbackFor(
      { submissionId, providerSlug: "kling" },
      { publicUrl: "", secret: api.settings.signingSecret },
    );
    const signature = { "webhook-signature": "v1,c2lnbmVkIGJ5IGFub3RoZXIgYWNjb3VudA==" };
    const answer = await api.call(url, { body: { id: "task_1" }, headers: signature });
    await expectDocumented(receiveProviderWebhook, answer);
    const events = await em().find(ProviderEvent, { submissionId });
    return { status: answer.status, isSigned: events.map((event) => event.isSigned) };
  }

  expect(await tell(providerKeyId)).toEqual({ status: 204, isSigned: [false] });
  expect(await tell(null)).toEqual({ status: 403, isSigned: [] });
  await api.close();
});

import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { ProviderCircuit } from "#db/entities/provider-health.ts";
import { createVault } from "#db/vault.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { setOrganizationKeys } from "#test/support/accounts/organization-keys.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { type JobView, startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import {
  startBlackForestLabs,
  type BlackForestLabs,
} from "#test/support/providers/black-forest-labs.ts";
import { startRecraft } from "#test/support/providers/recraft.ts";
import { type Simulator, simulatorKey } from "#test/support/providers/simulator.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

/** The platform has a key of one provider only; an organization provides keys of both. */

let engine: TestEngine;
let studio: FakeStudio;
let flux: BlackForestLabs;
let recraft: Simulator;
let worker: NodeProcess;
/** `owner` makes the engine's calls and provides keys; `other` has none. */
let owner: Pick<TestOrganization, "organizationId" | "accountId">;
let other: TestOrganization;

const patience = { timeout: 60_000, interval: 100 };
const slug = "black-forest-labs";
const [platformKey, ownKey, nextKey] = [
  "our-key-0123456789",
  "own-key-0123456789",
  "next-key-012345678",
];
const masterKey = "a master key of tests that is long enough";
const vault = createVault(masterKey);
/** Keys that the first provider accepts. */
const accounts = new Set([platformKey, ownKey, nextKey]);

beforeAll(async () => {
  [studio, flux, recraft] = await Promise.all([
    startFakeStudio(),
    startBlackForestLabs({ keys: accounts }),
    startRecraft(),
  ]);
  engine = await startTestEngine({
    studioUrl: studio.url,
    everyProvider: true,
    env: {
      MASTER_KEY: masterKey,
      LOG_LEVEL: "debug",
      BLACK_FOREST_LABS_API_KEY: platformKey,
      BLACK_FOREST_LABS_BASE_URL: flux.url,
      RECRAFT_BASE_URL: recraft.url,
    },
  });
  await engine.startTemporal();
  [worker] = await Promise.all([engine.startWorker(), engine.startApi()]);
  other = await createOrganization(engine.orm);
  const account = (await (await engine.call("GET", "/v1/account")).json()) as {
    accountId: string;
    organization: { organizationId: string };
  };
  owner = { accountId: account.accountId, organizationId: account.organization.organizationId };
}, 180_000);

beforeEach(async () => {
  accounts.add(ownKey);
  flux.play({ runningPolls: 1 });
  await setKey(slug, ownKey);
});

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
  await Promise.all([studio.close(), flux.close(), recraft.close()]);
});

/** Waits until the API sees the new key, a moment later. */
async function setKey(provider: string, value: string | null): Promise<void> {
  const keys = await setOrganizationKeys(engine.orm, owner, { [provider]: value }, vault);
  await vi.waitFor(async () => {
    const response = await engine.call("GET", `/v1/providers/${provider}`);
    expect(((await response.json()) as { ownKey?: true }).ownKey).toBe(
      keys[provider] === undefined ? undefined : true,
    );
  }, patience);
}

/** 8 credits with the platform key. */
const picture = {
  message: "a red fox",
  capability: "text-to-image",
  model: "flux-2-pro",
  parameters: { width: 2048, height: 2048 },
};
const named = { ...picture, routing: { failover: false } };

async function orderByOther(body: object): Promise<JobView> {
  const asOther = { "x-api-key": other.key };
  const ordered = await engine.call("POST", "/v1/chat", body, asOther);
  const { jobId } = (await ordered.json()) as { jobId: string };
  return vi.waitFor(async () => {
    const response = await engine.call("GET", `/v1/jobs/${jobId}`, undefined, asOther);
    const job = (await response.json()) as JobView;
    expect(["completed", "failed"]).toContain(job.status);
    return job;
  }, patience);
}

/** Distinct keys that the first provider was called with since request number `place`. */
function keysSince(place: number): unknown[] {
  return [...new Set(flux.requests.slice(place).map(({ headers }) => headers["x-key"]))];
}

/** Keys of the POST requests since request number `place`. Probes use the platform key and are no POSTs. */
function submissionsSince(place: number): unknown[] {
  const sent = flux.requests.slice(place).filter(({ method }) => method === "POST");
  return sent.map(({ headers }) => headers["x-key"]);
}

test("a generation costs one credit with the organization's key and its price with the platform key", async () => {
  const place = flux.requests.length;
  const told = await engine.call("POST", "/v1/estimates", picture);
  expect(await told.json()).toMatchObject({ price: { credits: 1 } });

  const mine = await engine.waitForJob(await engine.createJob(picture));
  const theirs = await orderByOther(picture);

  expect(submissionsSince(place)).toEqual([ownKey, platformKey]);
  expect(mine).toMatchObject({
    status: "completed",
    billing: { heldCredits: 0, capturedCredits: 1 },
    routing: { attempts: [{ provider: slug, ownKey: true, outcome: "succeeded" }] },
  });
  expect(theirs.status).toBe("completed");
  expect(theirs.billing.capturedCredits).toBeGreaterThan(1);
}, 120_000);

test("a provider for which only an organization has a key can be called without a restart", async () => {
  const drawing = { ...picture, model: "recraftv4_1", parameters: {} };
  expect((await engine.call("POST", "/v1/chat", drawing)).status).toBe(422);
  await setKey("recraft", simulatorKey);

  const job = await engine.waitForJob(await engine.createJob(drawing));

  expect(job).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
  expect(recraft.billed()).toBe(1);
}, 120_000);

test("a request in flight is polled with the key that submitted it after the key has changed", async () => {
  flux.play({ status: "Pending" });
  const jobId = await engine.createJob(picture);
  await vi.waitFor(async () => {
    expect((await engine.findJob(jobId)).routing.attempts).toMatchObject([{ outcome: "accepted" }]);
  }, patience);
  const place = flux.requests.length;
  await setKey(slug, nextKey);

  flux.play({ runningPolls: 0 });
  const job = await engine.waitForJob(jobId);

  expect(job.status).toBe("completed");
  const asked = flux.requests.slice(place).filter(({ url }) => url.pathname === "/v1/get_result");
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map(({ headers }) => headers["x-key"]))).toEqual(new Set([ownKey]));
}, 120_000);

test("a rejected organization key fails its own jobs with its own error code and affects no other organization", async () => {
  accounts.delete(ownKey);
  const jobs = await Promise.all(Array.from({ length: 7 }, async () => engine.createJob(named)));

  for (const jobId of jobs) {
    expect(await engine.waitForJob(jobId)).toMatchObject({
      status: "failed",
      error: {
        code: "own_key_unusable",
        message: "The organization-provided key for this provider cannot be used.",
      },
      billing: { heldCredits: 0, capturedCredits: 0 },
    });
  }

  expect(await engine.orm.em.fork().count(ProviderCircuit, { state: { $ne: "closed" } })).toBe(0);
  expect((await orderByOther(named)).status).toBe("completed");
}, 120_000);

test("a rejected organization key fails over to a model of equal or lower price, not to the platform key", async () => {
  accounts.delete(ownKey);
  const place = flux.requests.length;
  const order = { message: "a red fox", capability: "text-to-image", parameters: {} };
  const allow = [slug, "studio"];

  const job = await engine.waitForJob(
    await engine.createJob({ ...order, routing: { allow, failover: true } }),
  );

  expect(job).toMatchObject({
    status: "completed",
    model: { provider: "studio" },
    billing: { capturedCredits: 1 },
    routing: {
      attempts: [
        { provider: slug, ownKey: true, outcome: "failed", code: "own_key_unusable" },
        { provider: "studio", outcome: "succeeded" },
      ],
    },
  });
  expect(submissionsSince(place)).toEqual([ownKey]);
}, 120_000);

test("no history and no log contains a key", async () => {
  const jobId = await engine.createJob(picture);
  await engine.waitForJob(jobId);

  expect(keysSince(0)).toContain(ownKey);
  const client = await engine.connectTemporal();
  const history = await client.workflow.getHandle(workflowIdOf(jobId)).fetchHistory();
  const json = historyToJSON(history);
  const payloads = [...json.matchAll(/"data":\s*"([^"]+)"/g)].map(([, data = ""]) =>
    Buffer.from(data, "base64").toString("utf8"),
  );
  expect(payloads.join("\n")).toContain("flux-2-pro");
  expect([json, ...payloads].join("\n")).not.toContain(ownKey);
  expect(worker.output()).not.toContain(ownKey);
}, 120_000);

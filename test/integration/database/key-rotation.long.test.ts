import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { IdempotentAnswer } from "#db/entities/idempotency.ts";
import { placeOfAnswer } from "#db/idempotent-answers.ts";
import { countFormerSecrets } from "#db/reseal-secrets.ts";
import { sealedColumns } from "#db/sealed-columns.ts";
import { createVault } from "#db/vault.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession, type TestSession } from "#test/support/accounts/sessions.ts";
import { reportCounts } from "#test/support/drill-counts.ts";
import { startApiProcesses, type ApiProcesses } from "#test/support/engine/api-processes.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { pngOf } from "#test/support/media.ts";

const database = useDatabase();
const em = () => database.orm.em.fork();

const formerKey = "a master key of tests that is long enough";
const nextKey = "the next master key of tests that is long enough";
const formerSecret = "a secret of tests that is long enough";
const nextSecret = "the next secret of tests that is long enough";
const before = { MASTER_KEY: formerKey, SIGNING_SECRET: formerSecret };
const prepared = { ...before, MASTER_KEYS_OTHER: nextKey, SIGNING_SECRETS_OTHER: nextSecret };
const rotated = {
  MASTER_KEY: nextKey,
  MASTER_KEYS_OTHER: formerKey,
  SIGNING_SECRET: nextSecret,
  SIGNING_SECRETS_OTHER: formerSecret,
};
const after = { MASTER_KEY: nextKey, SIGNING_SECRET: nextSecret };

/** Between two rounds of requests. The steps take seconds, so each one meets many rounds; more of them only slow it down. */
const paceMs = 200;
/** Responses to former requests: enough for several turns. */
const answers = 3_000;
let folder: string;
let owner: TestOrganization;
let session: TestSession;
let api: ApiProcesses;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gme-rotation-"));
  owner = await createOrganization(database.orm);
  session = await createTestSession(database.orm, owner.accountId);
  const vault = createVault(formerKey);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const rows = Array.from({ length: answers }, (_, index) => {
    const request = { scope: owner.organizationId, endpoint: "test", key: `key-${index}` };
    const answer = vault.seal("{}", placeOfAnswer(request));
    return { ...request, requestHash: Buffer.alloc(32), answer, createdAt: new Date(), expiresAt };
  });
  await em().insertMany(IdempotentAnswer, rows);
  api = await start(before);
}, 60_000);

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Readonly<Record<string, string>>): Promise<ApiProcesses> {
  return startApiProcesses(database, { count: 1, env: { ...env, STORAGE_DIR: folder } });
}

/** Requests without a response, by process. */
const inFlight = new Map<ApiProcesses, number>();

/** Replaces the process, as a roll-out behind a load balancer does: the former one gets no request when it drains. */
async function rollOut(env: Readonly<Record<string, string>>): Promise<void> {
  const former = api;
  api = await start(env);
  await expect.poll(() => inFlight.get(former) ?? 0, { timeout: 60_000 }).toBe(0);
  await former.close();
}

async function call(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const process = api;
  const count = (change: number) => inFlight.set(process, (inFlight.get(process) ?? 0) + change);
  count(1);
  try {
    const response = await fetch(`${process.urls[0]}${path}`, {
      method,
      headers: {
        "x-api-key": owner.key,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return new Response(text === "" ? null : text, response);
  } finally {
    count(-1);
  }
}

/** Requests whose secrets are signed or sealed before, during and after each step. */
interface Caller {
  /** Repeats everything; returns the number of refused requests. */
  run(): Promise<{ done: number; refused: string[] }>;
  stop(): void;
}

function startCaller(): Caller {
  const stopping = new AbortController();
  const refused: string[] = [];
  let done = 0;
  let { refreshToken } = session;
  const note = async (name: string, response: Response, status: number) => {
    if (response.status !== status) refused.push(`${name}: ${response.status}`);
    done += 1;
    return (await response.json()) as Record<string, unknown>;
  };

  /** Two tabs refresh at once, and get the same successor. */
  async function refresh() {
    const body = { refreshToken };
    const tabs = await Promise.all(
      [1, 2].map(async () =>
        note("refresh", await call("POST", "/v1/auth/refresh", { body }), 200),
      ),
    );
    const tokens = tabs.map((tab) => tab["refreshToken"]);
    if (tokens[0] !== tokens[1]) refused.push("two tabs have different tokens");
    refreshToken = String(tokens[0]);
    const headers = {
      authorization: `Bearer ${String(tabs[0]?.["accessToken"])}`,
      "x-api-key": "",
    };
    await note("token", await call("GET", "/v1/account/sessions?limit=1", { headers }), 200);
  }

  /** A repeated request gets the sealed response with the same secret. */
  async function createWebhook() {
    const headers = { "idempotency-key": randomUUID() };
    const body = { url: "https://example.com/hook", events: ["job.completed"] };
    const create = async () =>
      note("webhook", await call("POST", "/v1/webhooks", { body, headers }), 201);
    const [first, again] = [await create(), await create()];
    if (first["secret"] !== again["secret"]) refused.push("a repeated request has another secret");
    const path = `/v1/webhooks/${String(first["webhookId"])}`;
    const removed = await call("DELETE", path);
    if (removed.status !== 204) refused.push(`delete: ${removed.status}`);
  }

  return {
    async run() {
      while (!stopping.signal.aborted) {
        await Promise.all([refresh(), createWebhook(), delay(paceMs)]);
      }
      return { done, refused };
    },
    stop: () => stopping.abort(),
  };
}

interface Command {
  readonly pid: number;
  readonly ended: Promise<{ code: number | null; output: string }>;
}

function startReseal(env: Readonly<Record<string, string>>): Command {
  const command = spawn(process.execPath, ["db/setup/reseal-secrets.ts"], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  for (const stream of [command.stdout, command.stderr]) {
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    command.once("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
  return { pid: command.pid ?? 0, ended };
}

async function countFormer(): Promise<number> {
  const counts = await countFormerSecrets(em(), createVault(nextKey, [formerKey]));
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

test("master key and signing secret are replaced under load without a refused request, also when the command is killed", async () => {
  const upload = new FormData();
  upload.append("file", new Blob([pngOf(200)], { type: "image/png" }), "fox.png");
  const uploaded = await fetch(`${api.urls[0]}/v1/assets`, {
    method: "POST",
    headers: { "x-api-key": owner.key },
    body: upload,
  });
  const asset = (await uploaded.json()) as { url: string };
  const { pathname, search } = new URL(asset.url);
  const download = async () => (await call("GET", pathname + search)).status;
  expect(await download()).toBe(200);
  const caller = startCaller();
  onTestFinished(() => caller.stop());
  const calling = caller.run();

  await rollOut(prepared);
  expect(await download()).toBe(200);
  await rollOut(rotated);
  expect(await download()).toBe(200);
  const former = await countFormer();
  expect(former).toBeGreaterThanOrEqual(answers);

  const killed = startReseal(rotated);
  await expect.poll(countFormer, { timeout: 120_000, interval: 20 }).toBeLessThan(former - 200);
  process.kill(killed.pid, "SIGKILL");
  expect((await killed.ended).code).toBeNull();
  expect(await countFormer()).toBeGreaterThan(0);
  const { code, output } = await startReseal(rotated).ended;
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(", 0 left") });
  expect(await countFormer()).toBe(0);

  await rollOut(after);
  caller.stop();
  const { done, refused } = await calling;
  expect(refused).toEqual([]);
  expect(done).toBeGreaterThan(50);
  reportCounts({ "requests served": done, "requests refused": refused.length });
  // The former signing secret is gone, and with it the URLs of an hour ago.
  expect(await download()).toBe(403);
  const kept = await em().findOneOrFail(IdempotentAnswer, { endpoint: "test", key: "key-2999" });
  expect(createVault(nextKey).open(kept.answer, placeOfAnswer(kept))).toBe("{}");
}, 420_000);

test("the command refuses to run outside of a rotation, and reports secrets of a lost key", async () => {
  const alone = await startReseal(after).ended;
  expect(alone).toMatchObject({ code: 1, output: expect.stringContaining("MASTER_KEYS_OTHER") });
  const lost = { ...after, MASTER_KEYS_OTHER: "a key that has never sealed anything here" };
  const key = { scope: owner.organizationId, endpoint: "test", key: "key-0" };
  const answer = createVault("another key, which has been lost for good").seal(
    "{}",
    placeOfAnswer(key),
  );
  await em().nativeUpdate(IdempotentAnswer, key, { answer });

  const { code, output } = await startReseal(lost).ended;

  expect(code).toBe(1);
  expect(output).toMatch(/\d+ secrets are sealed under a key that is not configured/);
}, 60_000);

test("every column of bytes is a hash or is sealed again", async () => {
  const hashes = /hash$|^mailbox$/;
  const columns = await em().execute<{ name: string }[]>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  const sealed = columns
    .map(({ name }) => name)
    .filter((name) => !hashes.test(name.split(".")[1]!));
  expect(sealed).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted());
});

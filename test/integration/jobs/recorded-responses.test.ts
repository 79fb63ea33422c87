import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { beforeAll, beforeEach, expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { recordLeft } from "#activities/generation/left-responses.ts";
import { createReconcileSubmission } from "#activities/generation/reconcile-submission.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import type { ProviderCall, SubmitResult } from "#activities/providers/adapter.ts";
import { Provider } from "#db/entities/catalog.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { findSubmission, giveUpSubmission } from "#db/jobs/submissions.ts";
import { connectDatabase } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import type { Storage } from "#storage/storage.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { keepClosed } from "#test/support/routing/provider-circuits.ts";

/** The provider has taken a request and replied. Every obstacle to recording the reply is temporary. */
const database = useDatabase();
const organization = useOrganization(database, { credits: 1_000 });

let folder: string;
let ref: GenerationRef;
let paid: number;

beforeAll(async () => {
  const unlimited = { idempotency: "none", concurrencyLimit: 1_000 } as const;
  await em().nativeUpdate(Provider, { slug: "studio" }, unlimited);
  await keepClosed(database.orm, { providerSlug: "studio", modelId: "studio-image" });
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gme-answers-"));
  const jobId = await queueJob(database.orm, organization, 1);
  await beginJob(em(), jobId);
  ref = { jobId, step: "main", generation: 1 };
  paid = 0;
  return async () => rm(folder, { recursive: true, force: true });
});

const em = () => database.orm.em.fork();
const secret = "signature-of-a-url";
const accepted: SubmitResult = {
  state: "accepted",
  handle: { url: `https://provider.test/?${secret}` },
  providerRequestId: "request-1",
  costUsd: 0.03,
};
const recorded = { handle: accepted.handle, reportedUsd: 0.03 };
const succeeded: SubmitResult = {
  state: "succeeded",
  result: {
    files: [{ source: { bytes: Buffer.from("picture") }, contentType: "image/png", width: 2 }],
    seed: 7,
    costUsd: 0.05,
  },
};

async function submission(): Promise<ProviderSubmission> {
  return findSubmission(em(), ref);
}

function stepsAt(
  answer: SubmitResult | ((call: ProviderCall) => Promise<SubmitResult>),
  given: Partial<Pick<ActivityDependencies, "responsesOrm" | "orm" | "storage">> = {},
) {
  const { orm = database.orm, ...others } = given;
  const step = stepsOf(ref, {
    database: { ...database, orm },
    folder,
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
    adapters: {
      studio: {
        checkHealth: async () => {},
        async submit(_request, call) {
          paid += 1;
          return typeof answer === "function" ? answer(call) : answer;
        },
      },
    },
    ...others,
  });
  return {
    submit: step(createSubmitToProvider),
    reconcile: step(createReconcileSubmission),
    recordLeft: step((dependencies) => async () => recordLeft(dependencies)),
  };
}

/** A pool that fails this many times, on the matching statements. */
function failingPool(
  times: number,
  code = "ECONNREFUSED",
  statements = /^/,
): ActivityDependencies["responsesOrm"] {
  let left = times;
  const fork = () => {
    const real = database.orm.em.fork();
    const run = real.execute.bind(real);
    const execute = async (sql: string, values: unknown[]) => {
      const matches = statements.test(sql);
      if (matches) left -= 1;
      if (matches && left >= 0) throw Object.assign(new Error("no database"), { code });
      return run(sql, values);
    };
    return Object.assign(real, { execute });
  };
  return { em: { fork } };
}

function failingStorage(times: number): Storage {
  const disk = createDiskStorage(folder);
  let left = times;
  return {
    ...disk,
    async write(...given) {
      left -= 1;
      if (left >= 0) throw new AppError("unavailable");
      return disk.write(...given);
    },
  };
}

async function listSpooled(): Promise<string[]> {
  return readdir(join(folder, "answers")).catch(() => []);
}

/** Submits with a storage that hangs, until the paid result is spooled. Returns the submission's id. */
async function spoolResult(): Promise<string> {
  const hung = { ...createDiskStorage(folder), write: async () => new Promise<never>(() => {}) };
  void stepsAt(succeeded, { storage: hung }).submit();
  const { id } = await submission();
  await expect.poll(listSpooled, { timeout: 20_000 }).toEqual([id]);
  return id;
}

test.each(["ECONNREFUSED", "57P01", "55P03"])(
  "an acceptance is recorded once the database is available again (%s)",
  async (code) => {
    const { submit } = stepsAt(accepted, { responsesOrm: failingPool(2, code) });

    expect(await submit()).toEqual({ state: "accepted" });

    expect(await submission()).toMatchObject({ ...recorded, state: "accepted" });
    expect(paid).toBe(1);
  },
);

test.each([
  ["a refusal", "provider_rejected", { state: "failed", errorCode: "provider_rejected" }],
  ["a limit of requests", "provider_rate_limited", { state: "prepared", inDoubtSince: null }],
] as const)("%s is recorded once the database is available again", async (_, code, row) => {
  const { submit } = stepsAt(async () => Promise.reject(new AppError(code)), {
    responsesOrm: failingPool(2),
  });

  await submit().catch(() => undefined);

  expect(await submission()).toMatchObject(row);
  expect(paid).toBe(1);
});

test("an acceptance is recorded while every other connection is in use", async () => {
  const orm = await connectDatabase({ url: database.url, poolMax: 1 });
  const taken = Promise.withResolvers<void>();
  const { submit } = stepsAt(
    async () => {
      const isTaken = Promise.withResolvers<void>();
      void orm.em.fork().transactional(async (tx) => {
        await tx.execute("select 1");
        isTaken.resolve();
        await taken.promise;
      });
      await isTaken.promise;
      return accepted;
    },
    { orm, responsesOrm: database.orm },
  );

  const submitted = submit();

  await expect.poll(async () => (await submission()).state, { timeout: 20_000 }).toBe("accepted");
  taken.resolve();
  expect(await submitted).toEqual({ state: "accepted" });
  await orm.close();
});

test("a request that could not be announced was not sent, and the next attempt sends it", async () => {
  const { em: failing } = failingPool(1, "ECONNRESET", /set handle = /);
  const announcement = { handle: { id: "announced" }, providerRequestId: "announced" };
  const { submit } = stepsAt(
    async ({ announce }) => {
      await announce?.(announcement);
      return accepted;
    },
    { orm: Object.create(database.orm, { em: { value: failing } }) },
  );

  await expect(submit()).rejects.toMatchObject({ code: "unavailable" });
  expect(await submission()).toMatchObject({ state: "prepared", handle: null });

  expect(await submit()).toEqual({ state: "accepted" });
});

test("an acceptance that a worker could not record before it died is recorded by the next attempt", async () => {
  const passedOn: unknown[] = [];
  const { submit } = stepsAt(accepted, { responsesOrm: failingPool(1_000) });
  void submit({ heartbeat: (details) => passedOn.push(details) }).catch(() => undefined);
  await expect.poll(() => passedOn.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(JSON.stringify(passedOn)).not.toMatch(new RegExp(`${secret}|request-1`));

  const next = stepsAt(accepted);
  expect(await next.submit({ heartbeatDetails: passedOn.at(-1) })).toEqual({ state: "accepted" });

  expect(await submission()).toMatchObject({
    state: "accepted",
    ...recorded,
    providerRequestId: "request-1",
  });
  expect(paid).toBe(1);
});

test("an acceptance that no attempt could record is recorded from the machine's spool", async () => {
  const { submit } = stepsAt(accepted, { responsesOrm: failingPool(1_000) });
  void submit().catch(() => undefined);
  const { id } = await submission();
  await expect.poll(listSpooled, { timeout: 20_000 }).toEqual([`${id}.accepted`]);
  const spooled = await readFile(join(folder, "answers", `${id}.accepted`), "latin1");
  const next = stepsAt(accepted);
  // An attempt that does not know of the response gives the request up.
  expect(await next.submit()).toEqual({ state: "unknown" });

  await next.recordLeft();

  expect(spooled).not.toContain(secret);
  expect(await next.reconcile()).toEqual({ state: "accepted" });
  expect(await submission()).toMatchObject({ ...recorded, state: "accepted" });
  expect(await listSpooled()).toEqual([]);
  expect(paid).toBe(1);
});

test("an acceptance is spooled while its first write hangs", async () => {
  const hanging = { execute: async () => new Promise<never>(() => undefined) };
  const fork = () => Object.assign(database.orm.em.fork(), hanging);
  void stepsAt(accepted, { responsesOrm: { em: { fork } } }).submit();
  const { id } = await submission();

  await expect.poll(listSpooled, { timeout: 20_000 }).toEqual([`${id}.accepted`]);

  await stepsAt(accepted).recordLeft();
  expect(await submission()).toMatchObject({ ...recorded, state: "accepted" });
});

test("an acceptance is spooled before its attempt fails without another try", async () => {
  const { submit } = stepsAt(accepted, { responsesOrm: failingPool(1, "XX000") });

  await expect(submit()).rejects.toThrow("no database");

  await stepsAt(accepted).recordLeft();
  expect(await submission()).toMatchObject({ ...recorded, state: "accepted" });
  expect(await listSpooled()).toEqual([]);
});

test("a spooled acceptance does not replace what was recorded since", async () => {
  const { submit } = stepsAt(accepted, { responsesOrm: failingPool(1_000) });
  void submit().catch(() => undefined);
  const { id } = await submission();
  await expect.poll(listSpooled, { timeout: 20_000 }).toEqual([`${id}.accepted`]);
  await em().execute(
    `update provider_submissions set state = 'accepted', handle = '{"id":"newer"}' where id = ?`,
    [id],
  );

  await stepsAt(accepted).recordLeft();

  expect(await submission()).toMatchObject({ state: "accepted", handle: { id: "newer" } });
  expect(await listSpooled()).toEqual([]);
});

test("a result returned as bytes is stored once storage is available again", async () => {
  const { submit } = stepsAt(succeeded, { storage: failingStorage(2) });

  expect(await submit()).toEqual({ state: "succeeded" });

  const { result, reportedUsd } = await submission();
  expect(reportedUsd).toBe(0.05);
  expect(JSON.stringify(result)).not.toContain("cost");
  expect(result).toMatchObject({ files: [{ contentType: "image/png", width: 2 }], seed: 7 });
  expect(await listSpooled()).toEqual([]);
  expect(paid).toBe(1);
});

test("a result whose worker died before storing it is stored by the machine's next worker", async () => {
  await spoolResult();
  const next = stepsAt(succeeded);
  expect(await next.submit()).toEqual({ state: "unknown" });

  await next.recordLeft();

  expect(await next.reconcile()).toEqual({ state: "succeeded" });
  const { result, reportedUsd } = await submission();
  expect(reportedUsd).toBe(0.05);
  const source = result?.files[0]?.source;
  const key = source !== undefined && "storageKey" in source ? source.storageKey : "";
  expect(await text(createDiskStorage(folder).read(key))).toBe("picture");
  expect(await listSpooled()).toEqual([]);
  expect(paid).toBe(1);
});

test("a result spooled in an outage longer than any attempt is delivered afterwards", async () => {
  await spoolResult();
  await em().execute(
    `update provider_submissions set sent_at = now() - interval '1 hour' where job_id = ?`,
    [ref.jobId],
  );
  const next = stepsAt(succeeded);
  expect(await next.submit()).toEqual({ state: "unknown" });
  // The workflow reconciles before the next worker has recorded the spooled file.
  await expect(next.reconcile()).rejects.toMatchObject({ type: "not_ready" });

  await next.recordLeft();

  expect(await next.reconcile()).toEqual({ state: "succeeded" });
});

test("a result returned as URLs that no attempt could record is recorded from the spool", async () => {
  const source = { url: `https://provider.test/picture?${secret}` };
  const urls: SubmitResult = {
    state: "succeeded",
    result: { files: [{ source, contentType: "image/png" }] },
  };
  await expect(stepsAt(urls, { responsesOrm: failingPool(1, "XX000") }).submit()).rejects.toThrow(
    "no database",
  );

  await stepsAt(urls).recordLeft();

  expect(await submission()).toMatchObject({ state: "succeeded", result: { files: [{ source }] } });
  expect(await listSpooled()).toEqual([]);
});

test("a spooled result of a job that was given up counts as undelivered, and is not stored", async () => {
  const id = await spoolResult();
  await giveUpSubmission(em(), id);
  await endWithoutResult(em(), { jobId: ref.jobId, status: "failed" });

  await stepsAt(succeeded).recordLeft();

  expect(await submission()).toMatchObject({
    state: "succeeded",
    result: { files: [] },
    undeliveredAt: expect.any(Date),
  });
  expect(await listSpooled()).toEqual([]);
});

test("an attempt heartbeats its predecessor's unrecorded reply until it has read it", async () => {
  const passedOn: unknown[] = [];
  const step = async () => {
    await heartbeating(async () =>
      expect.poll(() => passedOn.length, { timeout: 20_000 }).toBeGreaterThan(0),
    );
  };

  await runActivity(step, {
    heartbeat: (details) => passedOn.push(details),
    heartbeatDetails: "sealed",
  });

  expect(passedOn[0]).toBe("sealed");
});

test("the spooled result of an ended submission is deleted and changes nothing", async () => {
  const id = await spoolResult();
  await em().execute(
    `update provider_submissions set state = 'canceled', finished_at = now() where id = ?`,
    [id],
  );

  await stepsAt(succeeded).recordLeft();

  expect(await submission()).toMatchObject({ state: "canceled", result: null });
  expect(await listSpooled()).toEqual([]);
});

import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import pino from "pino";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import {
  createDeleteExpiredFiles,
  createDeleteOrphanFiles,
} from "#activities/maintenance/maintain-files.ts";
import { beginJob, endWithoutResult, saveInputs } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { inputKey, outputKey, type Storage } from "#storage/storage.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { chunksOf, listKeys } from "#test/support/jobs/storage-promises.ts";

/** Every test starts empty, because a sweep visits all rows and files. */
const database = useDatabase();

let folder: string;
let storage: Storage;
let owner: TestOrganization;

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await em().execute(`truncate jobs, assets, outputs, job_assets cascade`);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), "gme-sweep-"));
  storage = createDiskStorage(folder);
  owner = await createOrganization(database.orm);
});

const em = () => database.orm.em.fork();

async function sweep(
  create: typeof createDeleteExpiredFiles | typeof createDeleteOrphanFiles,
  change: Partial<Storage> = {},
): Promise<{ changed: number; turns: number }> {
  const turn = create({
    orm: database.orm,
    storage: { ...storage, ...change },
    logger: pino({ level: "silent" }),
  } as ActivityDependencies);
  let changed = 0;
  let after: string | null = null;
  for (let turns = 1; ; turns += 1) {
    const done: { changed: number; next: string | null } = await turn({ after });
    changed += done.changed;
    after = done.next;
    if (after === null) return { changed, turns };
    if (turns > 50) throw new Error("the sweep does not end");
  }
}

async function finishedOutput(): Promise<{ jobId: string; outputId: string; key: string }> {
  const jobId = await createQueuedJob(database.orm, owner);
  const job = { jobId, bytes: Buffer.from("a file"), contentType: "image/png" };
  const { outputId } = await finishJob(database.orm, storage, owner.organizationId, job);
  return { jobId, outputId, key: outputKey(jobId, "main", 1, 0) };
}

async function expire(table: "assets" | "outputs", id: string, hours: number): Promise<void> {
  await em().execute(
    `update ${table} set expires_at = now() - make_interval(hours => ?) where id = ?`,
    [hours, id],
  );
}

async function marksOf(table: "assets" | "outputs", id: string) {
  const [row] = await em().execute<{ deleted: boolean; purged: boolean }[]>(
    `select deleted_at is not null as deleted, purged_at is not null as purged
     from ${table} where id = ?`,
    [id],
  );
  return row;
}

async function queueJobWith(assetId: string): Promise<string> {
  const job = newJob(owner, {
    request: {
      message: "sharper",
      parseIntent: true,
      inputs: [{ kind: "image", assetId }],
      parameters: {},
    },
  });
  return (await createJob(em(), job)).jobId;
}

describe("expired files", () => {
  test("are deleted and marked on their rows; other files stay", async () => {
    const old = await finishedOutput();
    const young = await finishedOutput();
    const asset = await createTestAsset(database.orm, storage, owner);
    const keptAsset = await createTestAsset(database.orm, storage, owner);
    await expire("outputs", old.outputId, 2);
    await expire("assets", asset.assetId, 2);

    const { changed } = await sweep(createDeleteExpiredFiles);

    expect(changed).toBe(2);
    expect(await listKeys(storage)).toEqual([keptAsset.storageKey, young.key].toSorted());
    expect(await marksOf("outputs", old.outputId)).toEqual({ deleted: true, purged: true });
    expect(await marksOf("assets", asset.assetId)).toEqual({ deleted: true, purged: true });
    expect(await sweep(createDeleteExpiredFiles)).toEqual({ changed: 0, turns: 1 });
  });

  test("stay for another hour, for readers that began in time", async () => {
    const output = await finishedOutput();
    await expire("outputs", output.outputId, 0);

    expect(await sweep(createDeleteExpiredFiles)).toMatchObject({ changed: 0 });
  });

  test("stay while a job needs them, and are deleted once it has ended", async () => {
    const asset = await createTestAsset(database.orm, storage, owner);
    const jobId = await queueJobWith(asset.assetId);
    await expire("assets", asset.assetId, 48);

    const during = await sweep(createDeleteExpiredFiles);
    await beginJob(em(), jobId);
    await endWithoutResult(em(), { jobId, status: "failed" });
    const afterwards = await sweep(createDeleteExpiredFiles);

    expect([during.changed, afterwards.changed]).toEqual([0, 1]);
  });

  test("of a job that has not ended stay, whatever their expiry", async () => {
    const { jobId, outputId } = await finishedOutput();
    await em().execute(`alter table jobs disable trigger jobs_final`);
    await em().execute(`update jobs set status = 'processing', finished_at = null where id = ?`, [
      jobId,
    ]);
    await em().execute(`alter table jobs enable trigger jobs_final`);
    await expire("outputs", outputId, 48);

    expect(await sweep(createDeleteExpiredFiles)).toMatchObject({ changed: 0 });
  });

  test("are deleted in batches until none is left", async () => {
    await em().execute(
      `insert into assets (id, organization_id, account_id, kind, content_type, bytes, sha256, storage_key, source, expires_at)
       select 'ast_' || n, ?, ?, 'image', 'image/png', 1, lpad(n::text, 64, '0'), 'assets/ast_' || n, 'upload', now() - interval '1 day'
       from generate_series(1, 450) as n`,
      [owner.organizationId, owner.accountId],
    );

    expect(await sweep(createDeleteExpiredFiles)).toEqual({ changed: 450, turns: 3 });
  });

  test("are deleted by the next run after a crash following the mark or the deletion", async () => {
    const marked = await createTestAsset(database.orm, storage, owner);
    const gone = await createTestAsset(database.orm, storage, owner);
    await em().execute(`update assets set deleted_at = now()`);
    await storage.delete(gone.storageKey);

    expect(await sweep(createDeleteExpiredFiles)).toMatchObject({ changed: 2 });

    expect(await listKeys(storage)).toEqual([]);
    for (const { assetId } of [marked, gone]) {
      expect(await marksOf("assets", assetId)).toEqual({ deleted: true, purged: true });
    }
  });

  test("are retried after a storage outage, and one failing file does not block the others", async () => {
    const first = await createTestAsset(database.orm, storage, owner);
    const second = await createTestAsset(database.orm, storage, owner);
    await em().execute(`update assets set deleted_at = now()`);
    const broken: Partial<Storage> = {
      async delete(key) {
        if (key === first.storageKey) throw new Error("storage is away");
        await storage.delete(key);
      },
    };

    expect(await sweep(createDeleteExpiredFiles, broken)).toMatchObject({ changed: 1 });
    expect(await marksOf("assets", first.assetId)).toEqual({ deleted: true, purged: false });
    expect(await marksOf("assets", second.assetId)).toEqual({ deleted: true, purged: true });
    expect(await sweep(createDeleteExpiredFiles)).toMatchObject({ changed: 1 });
    expect(await listKeys(storage)).toEqual([]);
  });

  test("are deleted once by concurrent sweeps", async () => {
    const output = await finishedOutput();
    await expire("outputs", output.outputId, 2);

    await Promise.all([1, 2, 3].map(async () => sweep(createDeleteExpiredFiles)));

    expect(await marksOf("outputs", output.outputId)).toEqual({ deleted: true, purged: true });
  });
});

describe("files without a row", () => {
  async function put(key: string, { days = 2 } = {}): Promise<string> {
    const path = join(folder, key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "x");
    await age(key, days);
    return key;
  }

  async function age(key: string, days: number): Promise<void> {
    const then = new Date(Date.now() - days * 86_400_000);
    await utimes(join(folder, key), then, then);
  }

  async function endedJob(days: number): Promise<string> {
    const jobId = await createQueuedJob(database.orm, owner);
    await beginJob(em(), jobId);
    await endWithoutResult(em(), { jobId, status: "failed" });
    await em().execute(
      `update jobs set finished_at = now() - make_interval(days => ?) where id = ?`,
      [days, jobId],
    );
    return jobId;
  }

  test("are deleted a day after they were written, not before", async () => {
    const young = await put("assets/ast_young", { days: 0 });
    await put("assets/ast_old");
    await put("assets/ast_half.0.partial");

    const { changed } = await sweep(createDeleteOrphanFiles);

    expect(changed).toBe(2);
    expect(await listKeys(storage)).toEqual([young]);
  });

  test("are the only ones deleted: current assets and outputs stay", async () => {
    const output = await finishedOutput();
    const asset = await createTestAsset(database.orm, storage, owner);
    await age(output.key, 3);
    await age(asset.storageKey, 3);
    await em().execute(`update jobs set finished_at = now() - interval '3 days'`);

    expect(await sweep(createDeleteOrphanFiles)).toMatchObject({ changed: 0 });
    expect(await listKeys(storage)).toEqual([asset.storageKey, output.key].toSorted());
  });

  test("of a job that has not ended, or ended today, stay", async () => {
    const running = await createQueuedJob(database.orm, owner);
    const today = await endedJob(0);
    const keys = [await put(`jobs/${running}/main-1-0`), await put(`jobs/${today}/main-1-0`)];

    expect(await sweep(createDeleteOrphanFiles)).toMatchObject({ changed: 0 });
    expect(await listKeys(storage)).toEqual(keys.toSorted());
  });

  test("of a job that failed while storing are deleted; its inputs only after the plan's retention", async () => {
    const recent = await createQueuedJob(database.orm, owner);
    const input = await storage.write(inputKey(recent, 0), chunksOf("x"), { bytesMax: 9 });
    const stored = {
      kind: "image" as const,
      storageKey: inputKey(recent, 0),
      contentType: "image/png",
    };
    await saveInputs(em(), { jobId: recent, inputs: [{ ...stored, ...input }] });
    await beginJob(em(), recent);
    await endWithoutResult(em(), { jobId: recent, status: "failed" });
    await em().execute(`update jobs set finished_at = now() - interval '3 days'`);
    await age(inputKey(recent, 0), 3);
    await put(`jobs/${recent}/main-1-0`);

    const soon = await sweep(createDeleteOrphanFiles);
    const keptInput = await listKeys(storage);
    await em().execute(`update jobs set finished_at = now() - interval '91 days'`);
    const late = await sweep(createDeleteOrphanFiles);

    expect([soon.changed, late.changed]).toEqual([1, 1]);
    expect(keptInput).toEqual([inputKey(recent, 0)]);
    expect(await listKeys(storage)).toEqual([]);
  });

  test("of an unknown job are left alone", async () => {
    const keys = [await put("jobs/job_of_another_engine/main-1-0"), await put("other/file")];

    expect(await sweep(createDeleteOrphanFiles)).toMatchObject({ changed: 0 });
    expect(await listKeys(storage)).toEqual(keys);
  });

  test("are found however many files there are", async () => {
    for (let start = 0; start < 2_300; start += 100) {
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) => put(`assets/ast_${start + index}`)),
      );
    }

    expect(await sweep(createDeleteOrphanFiles)).toEqual({ changed: 2_300, turns: 3 });
    expect(await listKeys(storage)).toEqual([]);
  });
});

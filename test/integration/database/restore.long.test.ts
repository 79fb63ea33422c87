import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { closeAccount } from "#db/accounts/own-account.ts";
import { endSession } from "#db/accounts/sessions.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { readDatabaseHealth } from "#db/database-health.ts";
import { Account, ApiKey } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Provider } from "#db/entities/catalog.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { Session } from "#db/entities/sign-in.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { writeJournal } from "#db/journal/write-journal.ts";
import { giveBackKey } from "#db/organizations/manage-api-keys.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { reportCounts } from "#test/support/drill-counts.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useFolder } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import {
  runOn,
  startArchivedPostgres,
  type ArchivedPostgres,
} from "#test/support/postgres-copies.ts";

/** The archive, standbys and restores of a server apart. */
const folder = useFolder("gme-restore-");
const patience = { timeout: 60_000, interval: 100 };

let server: ArchivedPostgres;
let orm: MikroORM;
let owner: TestOrganization;
/** Jobs whose paid request the provider has received, one entry for each time. */
const paid: string[] = [];

beforeAll(async () => {
  server = await startArchivedPostgres();
  orm = await connectDatabase({ url: server.url, poolMax: 5 });
  await migrateDatabase(orm);
  // The provider neither de-duplicates requests nor can it look them up.
  await orm.em
    .fork()
    .nativeUpdate(Provider, { slug: "studio" }, { idempotency: "none", concurrencyLimit: 1_000 });
  owner = await createOrganization(orm);
}, 240_000);

afterAll(async () => {
  await orm.close();
  await server.close();
});

async function prepareJob(): Promise<string> {
  const jobId = await queueJob(orm, owner, 2);
  await beginJob(orm.em.fork(), jobId);
  return jobId;
}

/** Runs the step of a job that sends the paid request, with the rows of a database. */
async function submit(jobId: string, on: MikroORM, requiresStandby = false) {
  const adapter: ProviderAdapter = {
    checkHealth: async () => undefined,
    poll: async () => ({ state: "running" }),
    async submit() {
      paid.push(jobId);
      return { state: "accepted", handle: { id: jobId } };
    },
  };
  const database: TestDatabase = { url: server.url, orm: on, drop: async () => undefined };
  const ref = { jobId, step: "main", generation: 1 };
  const limits = {
    inputBytesMax: 100_000,
    outputBytesMax: 100_000,
    allowPrivateInputs: false,
    unknownSeconds: 1_800,
    reconcileSeconds: 60,
    requestDaysAfterFiles: 0,
    jobEventDays: 0,
    requiresStandby,
  };
  const providerSettings = { STUDIO_URL: "http://127.0.0.1:9" };
  const given = { database, folder, adapters: { studio: adapter }, providerSettings, limits };
  return stepsOf(ref, given)(createSubmitToProvider)();
}

async function clockOf(on: MikroORM): Promise<Date> {
  const [row] = await on.em
    .fork()
    .execute<{ now: number }[]>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
    );
  return new Date(row?.now ?? 0);
}

test("after a restore to a point in time no request is sent that may have been paid for, and what was revoked stays revoked", async () => {
  const backup = await server.takeBackup();
  const jobId = await prepareJob();
  const { jobId: unprepared } = await createUnprepared();
  const session = await createTestSession(orm, owner.accountId);
  const held = (await findCreditBalance(orm.em.fork(), owner.organizationId)).held;
  const leaving = await createOrganization(orm);
  const storage = createDiskStorage(folder);
  await writeJournal(orm.em.fork(), { storage, now: new Date() });
  const time = await clockOf(orm);
  await expect
    .poll(async () => (await clockOf(orm)).getTime())
    .toBeGreaterThan(time.getTime() + 50);
  // The disaster comes after these, and takes them with it.
  expect(await submit(jobId, orm)).toEqual({ state: "accepted" });
  await endSession(orm.em.fork(), session.sessionId, "logout");
  await giveBackKey(orm.em.fork(), { keyId: owner.keyId, actor: {} });
  const closing = { accountId: leaving.accountId, graceDays: 0, actor: {}, vault: testVault };
  await closeAccount(orm.em.fork(), { ...closing, now: new Date() });
  await writeJournal(orm.em.fork(), { storage, now: new Date() });
  await archiveAll();

  const restored = await connectDatabase({
    url: (await server.restore(backup, time)).url,
    poolMax: 5,
  });
  try {
    const em = () => restored.em.fork();
    const writable = async () =>
      (await em().execute<{ open: boolean }[]>(`select not pg_is_in_recovery() as open`))[0]?.open;
    await expect.poll(writable, patience).toBe(true);
    expect(await em().findOneOrFail(ProviderSubmission, { jobId })).toMatchObject({
      state: "prepared",
    });
    expect((await em().findOneOrFail(Session, session.sessionId)).endedAt).toBeNull();

    const findKey = async () => em().findOneOrFail(ApiKey, owner.keyId);
    const findLeaver = async () => em().findOneOrFail(Account, leaving.accountId);
    expect((await findKey()).revokedAt).toBeNull();
    expect((await findLeaver()).status).toBe("active");
    const environment = {
      ...process.env,
      DATABASE_URL: restoredUrl(restored),
      STORAGE_DIR: folder,
    };
    const { stdout } = await promisify(execFile)(process.execPath, ["db/setup/after-restore.ts"], {
      env: environment,
    });

    expect(stdout).toContain("1 requests may have been sent");
    expect(stdout).toContain(unprepared);
    expect(await submit(jobId, restored)).toEqual({ state: "unknown" });
    expect(paid.filter((id) => id === jobId)).toHaveLength(1);
    reportCounts({ "paid requests at the provider": paid.length });
    expect(await em().findOneOrFail(Job, unprepared)).toMatchObject({
      status: "failed",
      error: { code: "submission_unknown" },
    });
    expect((await findCreditBalance(em(), owner.organizationId)).held).toBe(held);
    expect((await em().findOneOrFail(Session, session.sessionId)).endedAt).not.toBeNull();
    expect(stdout).toContain(`again: api_key.revoked ${owner.keyId}`);
    expect((await findKey()).revokedAt).not.toBeNull();
    // The task that erases accounts finds it due.
    expect(await findLeaver()).toMatchObject({ status: "closing" });
    expect(await em().count(AuditEntry, { targetId: owner.keyId })).toBe(1);
    // The journal goes on behind the files that were repeated.
    await giveBackKey(em(), { keyId: leaving.keyId, actor: {} });
    await writeJournal(em(), { storage, now: new Date() });
  } finally {
    await restored.close();
  }
}, 240_000);

test("paid requests wait for a synchronous standby, and a failover to the standby sends none of them again", async () => {
  const jobId = await prepareJob();
  expect(await submit(jobId, orm, true)).toMatchObject({ state: "not_sent", code: "unavailable" });
  expect(paid).not.toContain(jobId);
  expect(await readDatabaseHealth(orm.em.fork())).toMatchObject({ syncStandbys: 0 });

  const standby = await server.startStandby(await server.takeBackup());
  await runOn(server.url, [
    "alter system set synchronous_standby_names = 'ANY 1 (*)'",
    "select pg_reload_conf()",
  ]);
  const count = async () => (await readDatabaseHealth(orm.em.fork())).syncStandbys;
  await expect.poll(count, patience).toBe(1);
  expect(await submit(jobId, orm, true)).toEqual({ state: "accepted" });

  await server.kill();
  await standby.promote();
  const promoted = await connectDatabase({ url: standby.url, poolMax: 5 });
  try {
    expect(await submit(jobId, promoted, false)).toEqual({ state: "accepted" });
    expect(paid.filter((id) => id === jobId)).toHaveLength(1);
    reportCounts({ "paid requests at the provider": paid.length });
  } finally {
    await promoted.close();
  }
}, 240_000);

/** A job whose model is not chosen yet. */
async function createUnprepared(): Promise<{ jobId: string }> {
  return { jobId: await queueJob(orm, owner) };
}

/** A restore reads archived segments only. */
async function archiveAll(): Promise<void> {
  const em = orm.em.fork();
  const [row] = await em.execute<{ name: string }[]>(
    `select pg_walfile_name(pg_switch_wal()) as name`,
  );
  const archived = async () =>
    (
      await em.execute<{ last: string | null }[]>(
        `select last_archived_wal as last from pg_stat_archiver`,
      )
    )[0]?.last;
  await expect.poll(async () => String(await archived()) >= (row?.name ?? ""), patience).toBe(true);
}

function restoredUrl(restored: MikroORM): string {
  return String(restored.config.get("clientUrl"));
}

import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { createEraseAccounts } from "#activities/maintenance/erase-accounts.ts";
import { accountTables, organizationTables } from "#db/accounts/erase-account.ts";
import { closeAccount, updateOwnAccount } from "#db/accounts/own-account.ts";
import { enqueueEmail } from "#db/email/emails.ts";
import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import { LinkedIdentity } from "#db/entities/identity.ts";
import { Job } from "#db/entities/job.ts";
import { Invitation, OrganizationProviderKey } from "#db/entities/organization.ts";
import { KnownAddress, Session } from "#db/entities/sign-in.ts";
import { createId } from "#db/ids.ts";
import { cancelBatch, createBatch } from "#db/jobs/batches.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { inputKey, type Storage } from "#storage/storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";
import { itemOfBatch, newBatch } from "#test/support/jobs/batches.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();
const folder = useFolder("gme-erasure-");

let storage: Storage;

beforeAll(async () => {
  storage = createDiskStorage(folder);
});

const em = () => database.orm.em.fork();
const now = () => new Date();

/** Returns a unique text that finds every remaining trace of the person. */
function markerOf(accountId: string): string {
  return `marker${accountId.slice(-12)}`;
}

/** Creates a person with traces in every table, in a personal organization and in a shared one. */
async function person() {
  const own = await createOrganization(database.orm);
  const shared = await createOrganization(database.orm);
  const { accountId, organizationId } = own;
  const marker = markerOf(accountId);
  const email = `${marker}@example.org`;
  await em().nativeUpdate(Account, accountId, { email, displayName: marker, passwordHash: marker });
  await em().nativeUpdate(Organization, organizationId, { name: marker });
  await em().nativeUpdate(ApiKey, { accountId }, { name: marker });
  await em().insert(Membership, {
    organizationId: shared.organizationId,
    accountId,
    role: "developer",
  });
  const { sessionId } = await createTestSession(database.orm, accountId);
  await em().nativeUpdate(Session, sessionId, { userAgent: marker });
  await em().insert(KnownAddress, { accountId, address: marker });
  await em().insert(LinkedIdentity, { provider: "github", subject: marker, accountId, email });
  for (const organization of [organizationId, shared.organizationId]) {
    await em().insert(Invitation, {
      id: createId("invitation"),
      organizationId: organization,
      email,
      role: "viewer",
      tokenHash: Buffer.from(createId("invitation")),
      invitedBy: shared.accountId,
      expiresAt: now(),
    });
  }
  await em().insert(OrganizationProviderKey, {
    id: createId("providerKey"),
    organizationId,
    providerSlug: "fal",
    sealed: Buffer.from(marker),
    last4: marker,
    setBy: accountId,
  });
  const content = { template: "email_taken" } as const;
  await enqueueEmail(em(), testVault, {
    to: email,
    accountId,
    organizationId,
    content,
    now: now(),
  });
  const jobIds = [await finishedJob(own, marker), await finishedJob(own, marker)];
  const items = [itemOfBatch(1, { itemId: marker, metadata: { note: marker } })];
  const batch = newBatch(own, [], { name: marker, metadata: { note: marker }, items });
  const { id: batchId } = await createBatch(em(), batch);
  await cancelBatch(em(), { batchId, organizationId });
  const sharedJobId = await createQueuedJob(database.orm, {
    organizationId: shared.organizationId,
    accountId,
  });
  return { accountId, organizationId, shared, marker, jobIds, sharedJobId };
}

type Person = Awaited<ReturnType<typeof person>>;

async function finishedJob(
  owner: { accountId: string; organizationId: string },
  marker: string,
): Promise<string> {
  const jobId = await createQueuedJob(database.orm, owner, { note: marker });
  const key = inputKey(jobId, 0);
  const file = await storage.write(key, [Buffer.from(marker)] as never, { bytesMax: 100 });
  const stored = { kind: "image" as const, storageKey: key, contentType: "image/png", ...file };
  const request = { parseIntent: false, prompt: marker, inputs: [], parameters: {} };
  await em().nativeUpdate(Job, jobId, { request, storedInputs: [stored] });
  const bytes = Buffer.from(marker);
  await finishJob(database.orm, storage, owner.organizationId, {
    jobId,
    bytes,
    contentType: "image/png",
  });
  return jobId;
}

/** Closes the account long enough ago that its grace period is over. */
async function close({ accountId }: { accountId: string }): Promise<void> {
  const past = new Date(Date.now() - 20 * 86_400_000);
  await closeAccount(em(), { accountId, graceDays: 14, actor: {}, vault: testVault, now: past });
}

function turn(given: Partial<Storage> = {}) {
  return createEraseAccounts({ orm: database.orm, storage: { ...storage, ...given } });
}

/** Runs batches until nothing is left, as the workflow does. Returns the number of batches. */
async function eraseAll(take = turn()): Promise<number> {
  let after: string | null = null;
  for (let turns = 1; ; turns += 1) {
    const { next } = await take({ after });
    if (next === null) return turns;
    if (turns > 1_000) throw new Error("the erasure comes to no end");
    after = next;
  }
}

/** Lists the tables that still contain the person's marker. */
async function tracesOf({ marker }: Person): Promise<string[]> {
  const tables = await em().execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const [row] = await em().execute<{ found: boolean }[]>(
      `select exists (select 1 from ${name} t where to_jsonb(t)::text like ?) as found`,
      [`%${marker}%`],
    );
    if (row?.found === true) traces.push(name);
  }
  return traces;
}

async function filesOf(jobIds: readonly string[]): Promise<string[]> {
  const names = await Promise.all(
    jobIds.map(async (jobId) => readdir(join(folder, "jobs", jobId)).catch(() => [])),
  );
  return names.flat();
}

async function booksOf(organizationId: string) {
  const entries = await em().find(CreditEntry, { organizationId }, { orderBy: { id: "asc" } });
  return entries.map(({ kind, amount, jobId }) => [kind, amount, jobId]);
}

describe("after the grace period", () => {
  test("no table and no file contains anything of the person, and the ledger and the audit log remain", async () => {
    const me = await person();
    await close(me);
    const books = await booksOf(me.organizationId);
    expect((await tracesOf(me)).length).toBeGreaterThan(6);
    expect(await filesOf(me.jobIds)).toHaveLength(4);

    await eraseAll();

    expect(await tracesOf(me)).toEqual([]);
    expect(await filesOf(me.jobIds)).toEqual([]);
    expect(await booksOf(me.organizationId)).toEqual(books);
    const { accountId } = me;
    expect(await em().findOneOrFail(Account, accountId)).toMatchObject({
      email: `${accountId}@erased.invalid`,
      status: "closed",
      displayName: null,
      emailVerifiedAt: null,
      erasedAt: expect.any(Date),
    });
    const { status } = await em().findOneOrFail(Organization, me.organizationId);
    expect(status).toBe("closed");
    const entries = await em().find(AuditEntry, { targetId: accountId });
    expect(entries.map(({ action }) => action)).toEqual([
      "account.closing",
      "member.left",
      "account.erased",
    ]);
  });

  test("data of organizations with other members stays with them", async () => {
    const me = await person();
    await close(me);

    await eraseAll();

    const { organizationId } = me.shared;
    expect(await em().findOneOrFail(Job, me.sharedJobId)).toMatchObject({ organizationId });
    expect(await em().findOneOrFail(Organization, organizationId)).toMatchObject({
      status: "active",
    });
    const members = await em().find(Membership, { organizationId });
    expect(members.map(({ accountId }) => accountId)).toEqual([me.shared.accountId]);
  });

  test("erasure runs once: further batches change nothing", async () => {
    const me = await person();
    await close(me);
    await eraseAll();
    const [{ erasedAt }, entries] = [
      await em().findOneOrFail(Account, me.accountId),
      await em().count(AuditEntry, {}),
    ];

    expect(await turn()({ after: null })).toEqual({ changed: 0, next: null });

    expect((await em().findOneOrFail(Account, me.accountId)).erasedAt).toEqual(erasedAt);
    expect(await em().count(AuditEntry, {})).toBe(entries);
  });

  test("erasure completes although the worker dies at every file and between all batches", async () => {
    const me = await person();
    await close(me);
    let deaths = 0;

    for (let lives = 0; ; lives += 1) {
      const calls = { left: lives };
      const dying = turn({
        async delete(key) {
          if (calls.left === 0) throw new Error("killed");
          calls.left -= 1;
          await storage.delete(key);
        },
      });
      try {
        await eraseAll(dying);
        break;
      } catch (error) {
        expect(error).toMatchObject({ message: "killed" });
        deaths += 1;
      }
    }

    // Four files, each with the keys of its two previews.
    expect(deaths).toBe(12);
    expect(await tracesOf(me)).toEqual([]);
    expect(await filesOf(me.jobIds)).toEqual([]);
    expect(await em().count(AuditEntry, { targetId: me.accountId, action: "account.erased" })).toBe(
      1,
    );
  });

  test("two concurrent workers erase once", async () => {
    const me = await person();
    await close(me);

    await Promise.all([eraseAll(), eraseAll(), eraseAll()]);

    expect(await tracesOf(me)).toEqual([]);
    expect(await em().count(AuditEntry, { targetId: me.accountId, action: "account.erased" })).toBe(
      1,
    );
  });

  test("large accounts are erased in batches", async () => {
    const me = await person();
    await close(me);
    await eraseAll(turn());
    const other = await person();
    await em().insertMany(
      KnownAddress,
      Array.from({ length: 1_100 }, (_, index) => ({
        accountId: other.accountId,
        address: `${other.marker}.${index}`,
      })),
    );
    await close(other);

    // One batch for the jobs, three for the known IP addresses, and one that finds nothing.
    expect(await eraseAll()).toBe(5);
    expect(await tracesOf(other)).toEqual([]);
  });
});

describe("running jobs", () => {
  test("are canceled and awaited first, and do not delay another account's erasure", async () => {
    const [busy, idle] = [await person(), await person()];
    const queued = await createQueuedJob(database.orm, busy);
    const running = await createQueuedJob(database.orm, busy);
    await beginJob(em(), running);
    await close(busy);
    await close(idle);

    await eraseAll();

    expect(await em().findOneOrFail(Job, queued)).toMatchObject({ status: "canceled" });
    expect(await em().findOneOrFail(Job, running)).toMatchObject({ status: "canceling" });
    expect(await tracesOf(idle)).toEqual([]);
    expect(await tracesOf(busy)).toContain("jobs");
    await endWithoutResult(em(), { jobId: running, status: "canceled" });
    await eraseAll();
    expect(await tracesOf(busy)).toEqual([]);
    const credits = await em().execute(
      `select held from credit_accounts where organization_id = ?`,
      [busy.organizationId],
    );
    expect(credits).toEqual([{ held: 0 }]);
  });
});

describe("nothing is erased", () => {
  test("before the end of the grace period", async () => {
    const me = await person();
    const { accountId } = me;
    await closeAccount(em(), {
      accountId,
      graceDays: 14,
      actor: {},
      vault: testVault,
      now: now(),
    });

    await eraseAll();

    expect((await em().findOneOrFail(Account, accountId)).status).toBe("closing");
    expect(await filesOf(me.jobIds)).toHaveLength(4);
  });

  test("of an account that was reopened at the last moment", async () => {
    const me = await person();
    const { accountId } = me;
    await close(me);
    await updateOwnAccount(em(), {
      accountId,
      sessionId: null,
      change: { reopen: true },
      actor: {},
      vault: testVault,
      now: now(),
    });

    await eraseAll();

    expect((await em().findOneOrFail(Account, accountId)).status).toBe("active");
    expect(await filesOf(me.jobIds)).toHaveLength(4);
  });
});

test.each([
  ["organization_id", organizationTables],
  ["account_id", accountTables],
])("the erasure lists cover every table with an %s", async (column, decided) => {
  const tables = await em().execute<{ name: string }[]>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = ?
       and not (select relispartition from pg_class where oid = table_name::regclass)
     order by 1`,
    [column],
  );

  expect(Object.keys(decided).toSorted()).toEqual(tables.map(({ name }) => name));
});

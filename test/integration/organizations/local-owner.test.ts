import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeEach, expect, test } from "vitest";

import { findCreditBalance } from "#db/billing/credits.ts";
import { ApiKey } from "#db/entities/account.ts";
import { hashKeyValue, isKeyValue } from "#db/organizations/api-key-value.ts";
import { findCallerByKeyHash } from "#db/organizations/api-keys.ts";
import { createLocalOwner } from "#db/setup/local-owner.ts";
import { permissions } from "#domain/accounts/permission.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

// A database has one local owner, so each test has a separate database.
let database: TestDatabase | undefined;
let folder = "";

beforeEach(async () => {
  await cleanUp();
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "gme-owner-"));
});

afterAll(cleanUp);

async function cleanUp(): Promise<void> {
  await database?.drop();
  if (folder !== "") await rm(folder, { recursive: true, force: true });
}

function em() {
  if (database === undefined) throw new Error("no database");
  return database.orm.em.fork();
}

const now = new Date("2026-11-21T12:00:00Z");

async function create(change: { requestsPerHour?: number; now?: Date; into?: string } = {}) {
  return createLocalOwner(em(), {
    folder: change.into ?? folder,
    requestsPerHour: change.requestsPerHour ?? 10_000,
    now: change.now ?? now,
  });
}

async function readKey(): Promise<string> {
  return (await readFile(join(folder, "api-key"), "utf8")).trim();
}

async function callerOf(key: string) {
  return findCallerByKeyHash(em(), hashKeyValue(key));
}

test("the local owner has every permission, the Enterprise plan and the month's credits", async () => {
  expect(await create()).toEqual({ keyFile: join(folder, "api-key"), created: true });

  const caller = await callerOf(await readKey());
  expect(caller).toMatchObject({
    organizationId: "org_local",
    role: "owner",
    plan: "enterprise",
    requestsPerHour: 10_000,
    revokedAt: null,
  });
  expect(caller?.permissions.toSorted()).toEqual([...permissions].toSorted());
  expect(await findCreditBalance(em(), "org_local")).toEqual({ available: 100_000, held: 0 });
});

test("the key file is readable by its owner only, in a folder that is created when missing", async () => {
  const into = join(folder, "not", "there");

  const { keyFile } = await create({ into });

  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
});

test("the database stores the key's hash, not its value", async () => {
  await create();

  const key = await readKey();
  const row = await em().findOneOrFail(ApiKey, { organizationId: "org_local" });
  expect(isKeyValue(key)).toBe(true);
  expect(JSON.stringify(row)).not.toContain(key);
  expect(row).toMatchObject({ prefix: key.slice(0, 8), last4: key.slice(-4) });
});

test("a repeated run keeps the key, follows a changed limit and grants the month once", async () => {
  await create();
  const key = await readKey();

  expect(await create({ requestsPerHour: 77 })).toMatchObject({ created: false });

  expect(await readKey()).toBe(key);
  expect(await callerOf(key)).toMatchObject({ requestsPerHour: 77 });
  expect(await em().count(ApiKey, {})).toBe(1);
  expect(await findCreditBalance(em(), "org_local")).toEqual({ available: 100_000, held: 0 });
});

test("the next start grants the next month", async () => {
  await create();
  await create({ now: new Date("2026-12-01T00:00:00Z") });

  expect(await findCreditBalance(em(), "org_local")).toEqual({ available: 200_000, held: 0 });
});

test.each([
  ["is gone", async () => rm(join(folder, "api-key"))],
  ["holds something else", async () => writeFile(join(folder, "api-key"), "gme_nothing")],
  [
    "holds a key that was revoked",
    async () => void (await em().nativeUpdate(ApiKey, {}, { revokedAt: new Date() })),
  ],
])("a file that %s is replaced by a file with a valid key", async (_, spoil) => {
  await create();
  const former = await readKey();
  await spoil();

  expect(await create()).toMatchObject({ created: true });

  const key = await readKey();
  expect(key).not.toBe(former);
  expect(await callerOf(key)).toMatchObject({ revokedAt: null });
});

test("a recreated database gets a new key, although the file has a key of the former database", async () => {
  await create();
  const former = await readKey();
  await database?.drop();
  database = await createTestDatabase();

  await create();

  expect(await readKey()).not.toBe(former);
  expect(await callerOf(await readKey())).not.toBeNull();
});

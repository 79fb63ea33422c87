import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { registerJournalMetrics } from "#api/metrics/journal-metrics.ts";
import { recordAudit } from "#db/audit.ts";
import { ApiKey, Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { JournalHead, WaitingJournalEntry } from "#db/entities/journal.ts";
import { createId } from "#db/ids.ts";
import { lockJournalHead } from "#db/journal/journal-head.ts";
import { replayJournal } from "#db/journal/replay-journal.ts";
import { writeJournal } from "#db/journal/write-journal.ts";
import { giveBackKey } from "#db/organizations/manage-api-keys.ts";
import { changeRole } from "#db/organizations/members.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import type { Storage } from "#storage/storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";

const database = useDatabase();
const folder = useFolder("gme-journal-");
const storage = createDiskStorage(folder);
const now = new Date("2026-11-27T12:00:00Z");

const em = () => database.orm.em.fork();
const write = async (to: Storage = storage) => writeJournal(em(), { storage: to, now });

async function listFiles(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith(".ndjson")).toSorted();
}

/** Makes the database forget everything since a state of the journal, as a restore does. */
async function forget(since: { files: number; hash: string; lastKey: string }): Promise<void> {
  const database = em();
  await database.execute(`alter table audit_log disable trigger audit_log_append_only`);
  await database.execute(`delete from audit_log`);
  await database.execute(`alter table audit_log enable trigger audit_log_append_only`);
  await database.nativeDelete(WaitingJournalEntry, {});
  await database.nativeUpdate(JournalHead, {}, since);
}

async function headOf() {
  const { files, hash, lastKey } = await em().transactional(lockJournalHead);
  return { files, hash, lastKey };
}

test("a turn that dies after its file is repeated in the same file, with the entries since", async () => {
  const { keyId, accountId } = await createOrganization(database.orm);
  await giveBackKey(em(), { keyId, actor: { address: "203.0.113.7", userAgent: "curl" } });
  const dying = {
    ...storage,
    async write(...given: Parameters<Storage["write"]>): Promise<never> {
      await storage.write(...given);
      throw new Error("the process dies");
    },
  };
  await expect(write(dying)).rejects.toThrow("the process dies");
  const before = await listFiles();
  const after = { reason: "Ada Lovelace asked for it", status: "suspended" };
  const act = { action: "account.changed", targetType: "account", targetId: accountId, after };
  await recordAudit(em(), act);

  expect(await write()).toBe(2);
  expect(await write()).toBe(0);
  expect(before).toEqual(["audit/2026/11/27/000000000001.ndjson"]);
  expect(await listFiles()).toEqual(before);
  const text = await readFile(join(folder, before[0] ?? ""), "utf8");
  expect(
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { action: "api_key.revoked", targetId: keyId, previous: "0".repeat(64) },
    { action: "account.changed", effect: { status: "suspended" } },
  ]);
  for (const personal of ["203.0.113.7", "curl", "Ada"]) expect(text).not.toContain(personal);
});

test("a restored database repeats the journal once, and does not write over what it does not know", async () => {
  const organization = await createOrganization(database.orm, { role: "admin" });
  const { organizationId, accountId, keyId } = organization;
  const before = await headOf();
  const change = { organizationId, accountId, role: "viewer", actorRole: "owner" } as const;
  await changeRole(em(), { ...change, actor: {} });
  await giveBackKey(em(), { keyId, actor: {} });
  await write();
  const [role, key] = [{ organizationId, accountId }, { id: keyId }];
  await em().nativeUpdate(Membership, role, { role: "admin" });
  await em().nativeUpdate(ApiKey, key, { revokedAt: null });
  await forget(before);

  await recordAudit(em(), { action: "session.started" });
  await expect(write()).rejects.toThrow("is newer than the database");
  const first = await replayJournal(em(), { storage, now });
  const second = await replayJournal(em(), { storage, now });

  expect(first).toMatchObject({
    entries: 2,
    reapplied: [{ targetId: accountId }, { targetId: keyId }],
  });
  expect(second.entries).toBe(0);
  expect((await em().findOneOrFail(Membership, role)).role).toBe("viewer");
  expect((await em().findOneOrFail(ApiKey, key)).revokedAt).toEqual(now);
  expect(await em().count(AuditEntry, { targetId: keyId })).toBe(1);
  expect(await write()).toBe(1);
});

test.each([
  ["changed", (text: string) => text.replace("session.started", "session.ignored")],
  ["removed", (text: string) => text.split("\n").slice(1).join("\n")],
])("a journal with a line that was %s takes no effect", async (_name, tamper) => {
  const before = await headOf();
  await recordAudit(em(), { action: "session.started" });
  await recordAudit(em(), { action: "session.ended" });
  await write();
  const whole = await headOf();
  const file = join(folder, whole.lastKey);
  const text = await readFile(file, "utf8");
  await writeFile(file, tamper(text));
  await forget(before);

  await expect(replayJournal(em(), { storage, now })).rejects.toThrow(whole.lastKey);
  expect(await em().count(AuditEntry, {})).toBe(0);
  await writeFile(file, text);
  expect((await replayJournal(em(), { storage, now })).left.get("session.started")).toBe(1);
});

test("the oldest entry that waits for the journal is measured", async () => {
  const measure = async (): Promise<number> => {
    const registry = new Registry();
    registerJournalMetrics(registry, database.orm);
    const found = /^gme_journal_waiting_seconds (\S+)$/m.exec(await registry.metrics());
    return Number(found?.[1]);
  };
  await em().nativeDelete(WaitingJournalEntry, {});
  expect(await measure()).toBe(0);

  const id = createId("auditEntry");
  const createdAt = new Date(Date.now() - 600_000);
  await em().insert(AuditEntry, { id, action: "account.changed", createdAt });
  await recordAudit(em(), { action: "account.changed" });
  expect(await measure()).toBeGreaterThan(590);

  await em().nativeDelete(WaitingJournalEntry, { auditId: id });
  expect(await measure()).toBeLessThan(590);
});

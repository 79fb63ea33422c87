import { expect, test } from "vitest";

import { exportAccount, type ExportedRow } from "#db/accounts/export-account.ts";
import { Account, Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Session } from "#db/entities/sign-in.ts";
import { changeProviderKeys } from "#db/providers/provider-keys.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();
const api = useApi(database);
const em = () => database.orm.em.fork();

async function exportRows(accountId: string): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  await exportAccount(em(), accountId, async (row) => {
    rows.push(row);
  });
  return rows;
}

test("an export has the person's rows and those of organizations without other members, and no credential", async () => {
  const own = await createOrganization(database.orm);
  const shared = await createOrganization(database.orm);
  const { accountId, organizationId } = own;
  await em().nativeUpdate(Account, accountId, { passwordHash: "a-hash-of-a-password" });
  await em().insert(Membership, {
    organizationId: shared.organizationId,
    accountId,
    role: "developer",
  });
  await createTestSession(database.orm, accountId);
  const ownJob = await createQueuedJob(database.orm, own);
  const sharedJob = await createQueuedJob(database.orm, shared);
  const actor = { actorAccountId: accountId };
  const changes = { luma: "a-provider-key-of-the-organization" };
  await changeProviderKeys(em(), { organizationId, accountId, changes, vault: testVault, actor });

  const rows = await exportRows(accountId);

  const idsOf = (table: string) =>
    rows.filter((row) => row.table === table).map(({ row }) => row["id"]);
  expect(idsOf("accounts")).toEqual([accountId]);
  expect(idsOf("organizations")).toEqual([organizationId]);
  expect(idsOf("jobs")).toContain(ownJob);
  expect(idsOf("jobs")).not.toContain(sharedJob);
  expect(idsOf("sessions")).not.toEqual([]);
  expect(idsOf("organization_provider_keys")).toHaveLength(1);
  const text = JSON.stringify(rows);
  expect(text).toContain("a red fox");
  expect(text).not.toContain("a-hash-of-a-password");
  // PostgreSQL writes bytes as \x followed by hexadecimal digits.
  expect(text).not.toMatch(/"\\\\x[0-9a-f]{8,}"/);
});

test("more rows than one fetch reads are exported once each", async () => {
  const { accountId, organizationId } = await createOrganization(database.orm);
  await em().execute(
    `insert into organization_events (organization_id, type, subject, data)
     select ?, 'credits.low', n::text, '{}' from generate_series(1, 1201) n`,
    [organizationId],
  );

  const rows = await exportRows(accountId);

  const events = rows.filter(({ table }) => table === "organization_events");
  expect(new Set(events.map(({ row }) => row["id"])).size).toBe(1_201);
});

const download = async (token: string) =>
  api.call("/app/account/export", { method: "POST", token });

test("a person downloads the rows of the command, three times an hour", async () => {
  const own = await createOrganization(database.orm);
  await createQueuedJob(database.orm, own);
  const { token } = await createTestSession(database.orm, own.accountId);
  const expected = await exportRows(own.accountId);

  const response = await download(token);

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="account-\d{4}-\d\d-\d\d\.ndjson"$/,
  );
  const lines = (await response.text()).trim().split("\n");
  // A session is used by the request itself.
  const stable = (rows: readonly ExportedRow[]) =>
    rows.filter(({ table }) => table !== "sessions" && table !== "request_usage");
  expect(stable(lines.map((line) => JSON.parse(line) as ExportedRow))).toEqual(
    stable(JSON.parse(JSON.stringify(expected)) as ExportedRow[]),
  );
  const target = { action: "account.exported", targetId: own.accountId };
  expect(await em().count(AuditEntry, target)).toBe(1);
  expect((await download(token)).status).toBe(200);
  expect((await download(token)).status).toBe(200);
  const refused = await download(token);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "rate_limited" }]);
});

test("a download needs a recent sign-in", async () => {
  const { accountId } = await createOrganization(database.orm);
  const { token, sessionId } = await createTestSession(database.orm, accountId);
  const createdAt = new Date(Date.now() - 16 * 60_000);
  await em().nativeUpdate(Session, sessionId, { createdAt });

  const response = await download(token);

  expect([response.status, await response.json()]).toMatchObject([
    403,
    { code: "recent_sign_in_required" },
  ]);
});

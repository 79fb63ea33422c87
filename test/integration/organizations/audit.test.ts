import { expect, test } from "vitest";

import { listAuditEntries, recordAudit } from "#db/audit.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();

test("an audit entry is committed with its change, or not at all", async () => {
  const organizationId = "org_rolled_back";

  const attempt = database.orm.em.fork().transactional(async (tx) => {
    await recordAudit(tx, { organizationId, action: "test.done" });
    throw new Error("no");
  });

  await expect(attempt).rejects.toThrow("no");
  const em = database.orm.em.fork();
  expect(await listAuditEntries(em, { organizationId, filter: {}, limit: 10 })).toEqual([]);
});

test.each([
  ["update audit_log set action = 'nothing'"],
  ["delete from audit_log"],
  ["truncate audit_log"],
])("the database refuses: %s", async (statement) => {
  const em = database.orm.em.fork();
  await recordAudit(em, { organizationId: "org_kept", action: "test.done" });

  await expect(em.execute(statement)).rejects.toThrow("the audit log is append-only");
});

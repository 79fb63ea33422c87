import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { Account } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();
const entry = fileURLToPath(new URL("../../../db/setup/make-operator.ts", import.meta.url));

/** Returns the command's output, or its exit code and error message. */
async function command(...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url };
  return promisify(execFile)(process.execPath, [entry, ...words], { env }).then(
    ({ stdout }) => stdout.trim(),
    (failure: { code: number; stderr: string }) => `${failure.code}: ${failure.stderr.trim()}`,
  );
}

test("the command makes the owner of a verified email address an operator, once, and audits it", async () => {
  const { accountId } = await createOrganization(database.orm);
  const address = `${accountId}@example.org`;

  expect(await command(address.toUpperCase())).toBe(`${address.toUpperCase()} is now an operator`);
  expect(await command(address)).toBe(`${address} is already an operator`);

  expect(await em().findOneOrFail(Account, accountId)).toMatchObject({ isOperator: true });
  expect(await em().find(AuditEntry, { targetId: accountId })).toMatchObject([
    { action: "account.changed", actorAccountId: null, after: { isOperator: true } },
  ]);
});

test("the command refuses an unknown, unverified or suspended person with a message", async () => {
  const [unverified, suspended] = await Promise.all([
    createOrganization(database.orm),
    createOrganization(database.orm),
  ]);
  await em().nativeUpdate(Account, unverified.accountId, { emailVerifiedAt: null });
  await em().nativeUpdate(Account, suspended.accountId, { status: "suspended" });

  expect(await command("nobody@example.org")).toBe(
    "1: No account has the email address nobody@example.org.",
  );
  expect(await command(`${unverified.accountId}@example.org`)).toContain("is not verified");
  expect(await command(`${suspended.accountId}@example.org`)).toBe("1: The account is suspended.");
  expect(await command()).toBe("1: Pass the email address of the account.");
  expect(await em().count(Account, { isOperator: true, id: unverified.accountId })).toBe(0);
});

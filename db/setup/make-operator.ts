import { ConfigError } from "#config.ts";
import { normalizeEmail } from "#db/accounts/sign-in.ts";
import { recordAudit } from "#db/audit.ts";
import { Account } from "#db/entities/account.ts";
import type { EntityManager } from "#db/orm.ts";

import { runDatabaseTask } from "./run-database-task.ts";

/** Process: grants the operator role to the person with a verified email address. Safe to repeat. */
// oxlint-disable-next-line node/no-process-env -- A process file hands its environment on.
const task = { environment: process.env, failure: "The operator could not be made" };

await runDatabaseTask(task, async (orm) => {
  const address = process.argv[2];
  if (address === undefined) throw new ConfigError("Pass the email address of the account.");
  const isNew = await makeOperator(orm.em.fork(), address);
  process.stdout.write(`${address} is ${isNew ? "now" : "already"} an operator\n`);
});

/**
 * Grants the operator role; needed for the first operator, because no other operator can grant it. Returns
 * false when the person already has it. Throws `ConfigError` for an unknown or unverified email address, and
 * for an account that is not active.
 */
async function makeOperator(em: EntityManager, address: string): Promise<boolean> {
  return em.transactional(async (tx) => {
    const account = await tx.findOne(Account, { email: normalizeEmail(address) });
    if (account === null) throw new ConfigError(`No account has the email address ${address}.`);
    if (account.status !== "active") throw new ConfigError(`The account is ${account.status}.`);
    if (account.emailVerifiedAt == null) {
      throw new ConfigError(
        `The email address ${address} is not verified; open the link in the email first.`,
      );
    }
    if (account.isOperator) return false;
    account.isOperator = true;
    account.updatedAt = new Date();
    await tx.flush();
    await recordAudit(tx, {
      action: "account.changed",
      targetType: "account",
      targetId: account.id,
      before: { isOperator: false },
      after: { isOperator: true, reason: "by the command on the server" },
    });
    return true;
  });
}

import { ConfigError } from "#config.ts";
import { exportAccount } from "#db/accounts/export-account.ts";
import { normalizeEmail } from "#db/accounts/sign-in.ts";
import { Account } from "#db/entities/account.ts";

import { runDatabaseTask } from "./run-database-task.ts";

/** Process: writes everything that is stored about a person to standard output, one JSON object a line. */
const task = { environment: process.env, failure: "The account could not be exported" };

await runDatabaseTask(task, async (orm) => {
  const email = process.argv[2];
  if (email === undefined) throw new ConfigError("Pass the email address of the account.");
  const account = await orm.em.fork().findOne(Account, { email: normalizeEmail(email) });
  if (account === null) throw new ConfigError(`No account has the email address ${email}.`);
  await exportAccount(orm.em, account.id, async (row) => {
    if (process.stdout.write(`${JSON.stringify(row)}\n`)) return;
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  });
});

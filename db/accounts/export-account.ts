import { Account, Membership } from "#db/entities/account.ts";
import { inOneSnapshot } from "#db/one-snapshot.ts";
import type { EntityManager } from "#db/orm.ts";

import { accountTables, organizationTables } from "./erase-account.ts";

/** Rows that one fetch reads. */
const rowsMax = 500;
/** Credentials and their hashes are no data of the person, and must not leave the database. */
const hiddenColumns = /hash|secret|sealed|token|binding|mailbox|^answer$|^content$|^private_key$/;
/** Messages between parts of the engine, which repeat other rows. */
const internalTables: ReadonlySet<string> = new Set([
  "job_admissions",
  "outbox",
  "provider_turns",
  "oauth_records",
]);

/** A row of the export: its table, and its columns without credentials. */
export interface ExportedRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * Writes everything that is stored about a person, from one snapshot: the account, rows of the account in all organizations,
 * and all rows of organizations that have no other member. These are the tables that an erasure goes through.
 */
export async function exportAccount(
  em: EntityManager,
  accountId: string,
  write: (row: ExportedRow) => Promise<void>,
): Promise<void> {
  await inOneSnapshot(em, async (tx) => {
    await tx.findOneOrFail(Account, accountId);
    await exportTable(tx, { table: "accounts", column: "id", value: accountId }, write);
    for (const table of exported(accountTables)) {
      await exportTable(tx, { table, column: "account_id", value: accountId }, write);
    }
    for (const organizationId of await listOwnOrganizations(tx, accountId)) {
      await exportTable(tx, { table: "organizations", column: "id", value: organizationId }, write);
      for (const table of exported(organizationTables)) {
        await exportTable(tx, { table, column: "organization_id", value: organizationId }, write);
      }
    }
  });
}

function exported(tables: Readonly<Record<string, string>>): string[] {
  return Object.keys(tables).filter((table) => !internalTables.has(table));
}

/** Organizations of which the person is the only member. */
async function listOwnOrganizations(em: EntityManager, accountId: string): Promise<string[]> {
  const memberships = await em.find(Membership, { accountId });
  const own: string[] = [];
  for (const { organizationId } of memberships) {
    const others = { organizationId, accountId: { $ne: accountId } };
    if ((await em.count(Membership, others)) === 0) own.push(organizationId);
  }
  return own;
}

/** A cursor, because an organization may have millions of rows. */
async function exportTable(
  em: EntityManager,
  { table, column, value }: { table: string; column: string; value: string },
  write: (row: ExportedRow) => Promise<void>,
): Promise<void> {
  await em.execute(
    `declare exported no scroll cursor for
     select to_jsonb(t) as row from ${table} t where ${column} = ?`,
    [value],
  );
  for (;;) {
    const rows = await em.execute<{ row: Record<string, unknown> }[]>(
      `fetch ${rowsMax} from exported`,
    );
    for (const { row } of rows) {
      const shown = Object.entries(row).filter(([name]) => !hiddenColumns.test(name));
      await write({ table, row: Object.fromEntries(shown) });
    }
    if (rows.length < rowsMax) break;
  }
  await em.execute("close exported");
}

import { LockMode } from "@mikro-orm/core";

import { JournalHead } from "#db/entities/journal.ts";
import type { EntityManager } from "#db/orm.ts";

import { journalFolder } from "./journal-lines.ts";

const name = "security";
const noLine = "0".repeat(64);

/** Locks the end of the journal, so that two writers cannot write one file. */
export async function lockJournalHead(tx: EntityManager): Promise<JournalHead> {
  await tx.execute(
    `insert into journal_head (name, files, hash, last_key) values (?, 0, ?, ?) on conflict do nothing`,
    [name, noLine, journalFolder],
  );
  return tx.findOneOrFail(JournalHead, name, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

import { buffer } from "node:stream/consumers";

import { AuditEntry } from "#db/entities/audit.ts";
import { type JournalHead, WaitingJournalEntry } from "#db/entities/journal.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Storage } from "#storage/storage.ts";

import { lockJournalHead } from "./journal-head.ts";
import { fileOfKey, journalKey, readJournalLines, toJournalLines } from "./journal-lines.ts";

/** Entries of one file. */
export const journalEntriesMax = 1_000;
const fileBytesMax = 16_777_216;

/**
 * Writes the waiting audit entries to the next file of the journal and returns their number. The file comes before the
 * commit: a turn that dies between them is repeated with the same number of the file, which replaces the file.
 */
export async function writeJournal(
  em: EntityManager,
  { storage, now }: { readonly storage: Storage; readonly now: Date },
): Promise<number> {
  return em.transactional(async (tx) => {
    const head = await lockJournalHead(tx);
    const order = { orderBy: { auditId: "asc" }, limit: journalEntriesMax } as const;
    const waiting = await tx.find(WaitingJournalEntry, {}, order);
    if (waiting.length === 0) return 0;
    const ids = waiting.map(({ auditId }) => auditId);
    const entries = await tx.find(AuditEntry, { id: { $in: ids } }, { orderBy: { id: "asc" } });
    const { text, hash } = toJournalLines(entries, head.hash);
    const key = (await findUnfinished(storage, head, ids)) ?? journalKey(head.files + 1, now);
    await storage.write(key, inOnePart(text), { bytesMax: fileBytesMax });
    await tx.nativeDelete(WaitingJournalEntry, { auditId: { $in: ids } });
    tx.assign(head, { files: head.files + 1, hash, lastKey: key });
    await tx.flush();
    return ids.length;
  });
}

/**
 * Finds the file of a turn that died before its commit. Throws when the file has other entries: the database was restored,
 * and a journal that goes on from its rows would replace what happened after the point of the restore.
 */
async function findUnfinished(
  storage: Storage,
  head: JournalHead,
  waiting: readonly string[],
): Promise<string | null> {
  for await (const { key } of storage.list(head.lastKey)) {
    if (fileOfKey(key) === null) return null;
    const text = (await buffer(storage.read(key))).toString("utf8");
    const { lines } = readJournalLines(text, head.hash);
    if (lines.every(({ id }) => waiting.includes(id))) return key;
    throw new Error(`${key} is newer than the database: run after-restore before the first worker`);
  }
  return null;
}

async function* inOnePart(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

import { buffer } from "node:stream/consumers";

import { AuditEntry } from "#db/entities/audit.ts";
import { WaitingJournalEntry } from "#db/entities/journal.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Storage } from "#storage/storage.ts";

import { lockJournalHead } from "./journal-head.ts";
import { fileOfKey, type JournalLine, readJournalLines } from "./journal-lines.ts";
import { reapply } from "./reapply.ts";

export interface Replayed {
  /** Entries of the journal that the restored database did not have. */
  readonly entries: number;
  /** Entries that took effect again. */
  readonly reapplied: readonly Pick<JournalLine, "action" | "targetId">[];
  /** Number of entries that cannot be repeated from the journal, by action. */
  readonly left: ReadonlyMap<string, number>;
}

/**
 * Repeats what the journal knows and the restored rows do not: revocations, suspensions, closures and removals. Every entry
 * is added to the audit log again. Each file is one commit, so a repeated call goes on after the last one. Throws for a
 * journal whose chain is broken, before its first wrong file takes effect.
 */
export async function replayJournal(
  em: EntityManager,
  { storage, now }: { readonly storage: Storage; readonly now: Date },
): Promise<Replayed> {
  const reapplied: JournalLine[] = [];
  const left = new Map<string, number>();
  let entries = 0;
  const { lastKey } = await em.fork().transactional(lockJournalHead);
  for (const { file, key } of await listFiles(storage, lastKey)) {
    const text = (await buffer(storage.read(key))).toString("utf8");
    await em.fork().transactional(async (tx) => {
      for (const line of await takeFile(tx, { file, key, text })) {
        entries += 1;
        const isDone = await reapply(tx, line, now);
        if (isDone) reapplied.push(line);
        else left.set(line.action, (left.get(line.action) ?? 0) + 1);
      }
    });
  }
  return { entries, reapplied, left };
}

/** Lists the files after a key, in their order. */
async function listFiles(
  storage: Storage,
  after: string,
): Promise<{ file: number; key: string }[]> {
  const files: { file: number; key: string }[] = [];
  for await (const { key } of storage.list(after)) {
    const file = fileOfKey(key);
    if (file === null) break;
    files.push({ file, key });
  }
  return files;
}

/** Moves the end of the journal behind a file, and returns its lines that the audit log does not have. */
async function takeFile(
  tx: EntityManager,
  { file, key, text }: { file: number; key: string; text: string },
): Promise<JournalLine[]> {
  const head = await lockJournalHead(tx);
  if (file !== head.files + 1)
    throw new Error(`the journal has no file ${head.files + 1} before ${key}`);
  const { lines, hash } = readFile(key, text, head.hash);
  const ids = lines.map(({ id }) => id);
  const known = await tx.find(AuditEntry, { id: { $in: ids } }, { fields: ["id"] });
  const knownIds = new Set(known.map(({ id }) => id));
  const missing = lines.filter(({ id }) => !knownIds.has(id));
  for (const { at, effect, previous: _, ...line } of missing) {
    await tx.insert(AuditEntry, { ...line, after: effect, createdAt: new Date(at) });
  }
  // They are in the journal already.
  await tx.nativeDelete(WaitingJournalEntry, { auditId: { $in: ids } });
  tx.assign(head, { files: file, hash, lastKey: key });
  await tx.flush();
  return missing;
}

function readFile(key: string, text: string, previous: string) {
  try {
    return readJournalLines(text, previous);
  } catch (error) {
    throw new Error(`${key}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

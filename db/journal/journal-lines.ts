import { createHash } from "node:crypto";

import { z } from "zod";

import type { AuditEntry } from "#db/entities/audit.ts";

/** Folder of the journal in the storage of files, outside of the folders that retention and deletions look at. */
export const journalFolder = "audit";

const effectNames = [
  "status",
  "isOperator",
  "role",
  "closesAt",
  "permissions",
  "creditLimit",
  "allowedAddresses",
  "expiresAt",
  "shareId",
] as const;

const lineSchema = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  organizationId: z.string().nullable(),
  actorAccountId: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  targetType: z.string().nullable(),
  targetId: z.string().nullable(),
  effect: z.partialRecord(z.enum(effectNames), z.unknown()),
  /** SHA-256 of the preceding entry, in hexadecimal. */
  previous: z.string(),
});

/**
 * An audit entry in the journal. It has what a restored database needs to take effect again, and no names, reasons, IP
 * addresses of people or user agents: the journal cannot be erased.
 */
export type JournalLine = z.output<typeof lineSchema>;

/** Returns the key of a file of the journal, in the order of its numbers within a day. */
export function journalKey(file: number, at: Date): string {
  const day = at.toISOString().slice(0, 10).replaceAll("-", "/");
  return `${journalFolder}/${day}/${String(file).padStart(12, "0")}.ndjson`;
}

/** Returns the number of a file by its key; null for another file. */
export function fileOfKey(key: string): number | null {
  const match = /^audit\/\d{4}\/\d\d\/\d\d\/(\d{12})\.ndjson$/.exec(key);
  return match === null ? null : Number(match[1]);
}

/** Writes entries as lines, each with the hash of the one before. */
export function toJournalLines(
  entries: readonly AuditEntry[],
  previous: string,
): { text: string; hash: string } {
  let hash = previous;
  const lines = entries.map((entry) => {
    const line = JSON.stringify(toJournalLine(entry, hash));
    hash = hashOf(line);
    return `${line}\n`;
  });
  return { text: lines.join(""), hash };
}

function toJournalLine(entry: AuditEntry, previous: string): JournalLine {
  const values = { ...entry.before, ...entry.after };
  return {
    id: entry.id,
    at: entry.createdAt.toISOString(),
    action: entry.action,
    organizationId: entry.organizationId ?? null,
    actorAccountId: entry.actorAccountId ?? null,
    apiKeyId: entry.apiKeyId ?? null,
    targetType: entry.targetType ?? null,
    targetId: entry.targetId ?? null,
    effect: Object.fromEntries(
      effectNames.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
    ),
    previous,
  };
}

/** Reads lines that follow the one with the hash `previous`. Throws when a line was changed, removed or added. */
export function readJournalLines(
  text: string,
  previous: string,
): { lines: JournalLine[]; hash: string } {
  let hash = previous;
  const lines = text.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    const read = lineSchema.safeParse(parse(line));
    if (!read.success) throw new Error(`line ${index + 1} is not a line of the journal`);
    if (read.data.previous !== hash)
      throw new Error(`line ${index + 1} does not follow the one before`);
    hash = hashOf(line);
    return [read.data];
  });
  return { lines, hash };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function hashOf(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}

import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { exportAccount } from "#db/accounts/export-account.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

const bytesMax = 1_073_741_824;
/** Characters that are collected before they are written. */
const chunkLength = 65_536;

/**
 * Writes an export to a temporary file and returns a stream of the file. The snapshot of the database is thus open while rows
 * are read, not while a slow client reads. The file has no name any more when the stream begins, so nothing is left when the
 * client or the process ends. Throws `request_invalid` for more than a gigabyte.
 */
export async function spoolExport(em: EntityManager, accountId: string): Promise<Readable> {
  return spoolLines(async (write) => exportAccount(em, accountId, async (row) => write(row)));
}

/** Writes each value that `produce` passes on as one line of JSON. */
export async function spoolLines(
  produce: (write: (value: unknown) => Promise<void>) => Promise<void>,
  parent = tmpdir(),
): Promise<Readable> {
  const folder = await mkdtemp(join(parent, "gme-export-"));
  try {
    const file = await open(join(folder, "export.ndjson"), "wx+", 0o600);
    try {
      await writeLines(file, produce);
      return file.createReadStream({ start: 0 });
    } catch (error) {
      await file.close();
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeLines(
  file: FileHandle,
  produce: (write: (value: unknown) => Promise<void>) => Promise<void>,
): Promise<void> {
  let lines = "";
  let bytes = 0;
  const flush = async () => {
    const chunk = Buffer.from(lines);
    lines = "";
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw tooLarge();
    await file.appendFile(chunk);
  };
  await produce(async (value) => {
    lines += `${JSON.stringify(value)}\n`;
    if (lines.length >= chunkLength) await flush();
  });
  await flush();
}

function tooLarge(): AppError {
  return new AppError("request_invalid", {
    message:
      "The export has more than 1 GiB. Choose a shorter period, or ask the operator of this server for it.",
  });
}

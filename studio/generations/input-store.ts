import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import { open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { StudioError } from "#studio/errors.ts";

import { sniffContentType } from "./sniff-content-type.ts";

export interface StoredInput {
  readonly path: string;
  /** Null when the first bytes match no known type. */
  readonly contentType: string | null;
}

/** Input files by SHA-256. */
export interface InputStore {
  /**
   * Stores the bytes of `body` under their hash. Storing the same bytes again only updates the time
   * of last use. Throws `hash_mismatch` and `input_too_large` without storing anything.
   */
  store(sha256: string, body: Readable): Promise<void>;
  /** Finds an input and updates its time of last use. Undefined when not uploaded or expired. */
  find(sha256: string): Promise<StoredInput | undefined>;
  path(sha256: string): string;
  /** Removes inputs that were last used before `time` and are not in `keep`. */
  sweep(time: Date, keep: ReadonlySet<string>): Promise<void>;
}

export function openInputStore(dataFolder: string, inputBytesMax: number): InputStore {
  const root = join(dataFolder, "inputs");
  mkdirSync(root, { recursive: true });
  const pathOf = (sha256: string) => join(root, sha256);

  return {
    async store(sha256, body) {
      const temporary = join(root, `.${randomUUID()}`);
      try {
        const received = await receive(body, temporary, inputBytesMax);
        if (received !== sha256) {
          throw new StudioError("hash_mismatch", `The bytes have the SHA-256 ${received}.`);
        }
        await rename(temporary, pathOf(sha256));
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async find(sha256) {
      const path = pathOf(sha256);
      const found = await stat(path).catch(() => undefined);
      if (!found) return undefined;
      const now = new Date();
      await utimes(path, now, now);
      return { path, contentType: sniffContentType(await readHead(path)) };
    },
    path: pathOf,
    async sweep(time, keep) {
      for (const name of await readdir(root)) {
        if (keep.has(name)) continue;
        const found = await stat(join(root, name)).catch(() => undefined);
        if (found && found.mtime < time) await rm(join(root, name), { force: true });
      }
    },
  };
}

async function receive(body: Readable, path: string, bytesMax: number): Promise<string> {
  const hash = createHash("sha256");
  let receivedBytes = 0;
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        receivedBytes += chunk.byteLength;
        if (receivedBytes > bytesMax) {
          throw new StudioError("input_too_large", `An input may have ${bytesMax} bytes at most.`);
        }
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flush: true }),
  );
  return hash.digest("hex");
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";

import type { AdapterFile, AdapterResult } from "#activities/providers/adapter.ts";
import type { EngineNote } from "#domain/requests/generation.ts";
import { ignoreMissing, isPartial, syncFolder, withPartial } from "#storage/write-partial.ts";

/**
 * Limit on the bytes in the spool, so that it cannot fill the disk. A fuller spool takes no further results.
 */
const spoolBytesMax = 2 * 1024 ** 3;
const spoolMsMax = 24 * 3_600_000;

/**
 * Local disk copies of providers' responses that are not recorded yet: results, kept until storage and the
 * database have them, and acceptances that the database could not record. They are paid for, and most
 * providers cannot return them again.
 */
export interface ResponseSpool {
  /**
   * Keeps a result on disk while `work` records it and deletes the result afterwards. Leaves the result for
   * `listLeft` when `work` fails or the process dies. A full or broken disk does not prevent `work`.
   */
  keepWhile<T>(submissionId: string, result: AdapterResult, work: () => Promise<T>): Promise<T>;
  /** Keeps an acceptance, sealed, that the database could not record. */
  keepAcceptance(submissionId: string, sealed: Buffer): Promise<void>;
  /**
   * Lists all responses but the results that an attempt of this process is recording. Deletes responses older
   * than a day.
   */
  listLeft(): Promise<LeftResponse[]>;
  /** Returns null when the result no longer exists. */
  readResult(submissionId: string): Promise<AdapterResult | null>;
  readAcceptance(submissionId: string): Promise<Buffer | null>;
  remove(left: LeftResponse): Promise<void>;
}

export interface LeftResponse {
  readonly submissionId: string;
  readonly kind: "acceptance" | "result";
}

/** Ending of the files with acceptances, which belong to the same submissions as the results. */
const acceptanceSuffix = ".accepted";

export function createResponseSpool(folder: string): ResponseSpool {
  const root = resolve(folder);
  const active = new Set<string>();

  async function write(left: LeftResponse, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const used = (await list(root)).reduce((sum, file) => sum + file.bytes, 0);
    if (used > spoolBytesMax) return;
    const path = join(root, nameOf(left));
    await withPartial(path, bytes, { bytesMax: spoolBytesMax }, async (partial) => {
      await rename(partial, path);
      await syncFolder(root);
    });
  }

  async function read({ submissionId, kind }: LeftResponse): Promise<Buffer | null> {
    return readFile(join(root, nameOf({ submissionId, kind }))).catch(ignoreMissing);
  }

  async function remove(left: LeftResponse): Promise<void> {
    await rm(join(root, nameOf(left)), { force: true });
  }

  return {
    async keepWhile(submissionId, result, work) {
      active.add(submissionId);
      try {
        await write({ submissionId, kind: "result" }, encode(result)).catch(() => undefined);
        const done = await work();
        await remove({ submissionId, kind: "result" });
        return done;
      } finally {
        active.delete(submissionId);
      }
    },
    async keepAcceptance(submissionId, sealed) {
      await write({ submissionId, kind: "acceptance" }, Readable.from([sealed]));
    },
    async listLeft() {
      const left: LeftResponse[] = [];
      for (const { name, modifiedMs } of await list(root)) {
        if (Date.now() - modifiedMs > spoolMsMax) await rm(join(root, name), { force: true });
        else if (!isPartial(name)) left.push(parseName(name));
      }
      return left.filter(
        ({ submissionId, kind }) => kind !== "result" || !active.has(submissionId),
      );
    },
    async readResult(submissionId) {
      const bytes = await read({ submissionId, kind: "result" });
      return bytes === null ? null : decode(bytes);
    },
    readAcceptance: async (submissionId) => read({ submissionId, kind: "acceptance" }),
    remove,
  };
}

function nameOf({ submissionId, kind }: LeftResponse): string {
  return kind === "acceptance" ? submissionId + acceptanceSuffix : submissionId;
}

function parseName(name: string): LeftResponse {
  return name.endsWith(acceptanceSuffix)
    ? { submissionId: name.slice(0, -acceptanceSuffix.length), kind: "acceptance" }
    : { submissionId: name, kind: "result" };
}

async function list(root: string) {
  const names = (await readdir(root).catch(ignoreMissing)) ?? [];
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(root, name)).catch(ignoreMissing);
      return file === null ? [] : [{ name, bytes: file.size, modifiedMs: file.mtimeMs }];
    }),
  );
  return found.flat();
}

/** First line of a spooled file. The bytes of the result's files follow in order. */
interface Head {
  readonly files: readonly (Omit<AdapterFile, "source"> & {
    readonly source: { readonly url: string } | { readonly length: number };
  })[];
  readonly engine?: EngineNote;
  readonly seed?: number;
  readonly costUsd?: number;
}

const newline = 10;

async function* encode(result: AdapterResult): AsyncGenerator<Uint8Array> {
  const head: Head = {
    ...result,
    files: result.files.map(({ source, ...file }) => ({
      ...file,
      source: "url" in source ? source : { length: source.bytes.byteLength },
    })),
  };
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const { source } of result.files) if ("bytes" in source) yield source.bytes;
}

function decode(spooled: Buffer): AdapterResult {
  const start = spooled.indexOf(newline) + 1;
  // Safe to cast: `encode` writes the file, which appears whole or not at all.
  const head = JSON.parse(spooled.toString("utf8", 0, start)) as Head;
  let offset = start;
  const files = head.files.map(({ source, ...file }): AdapterFile => {
    if ("url" in source) return { ...file, source };
    const bytes = spooled.subarray(offset, offset + source.length);
    offset += source.length;
    return { ...file, source: { bytes } };
  });
  return { ...head, files };
}

import { createReadStream } from "node:fs";
import { access, constants, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PassThrough, Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";

import { AppError } from "#domain/errors.ts";

import { type ByteRange, checkKey, type Storage } from "./storage.ts";
import { deletePartialsIn, ignoreMissing, withPartial } from "./write-partial.ts";

export interface S3Settings {
  /** Default: the AWS endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly forcePathStyle: boolean;
  /** Prefix of every key: empty, or ending with a slash. */
  readonly prefix: string;
}

const connectMs = 3_000;
/**
 * Timeout for listings, metadata requests and deletions. A file may take as long as its bytes keep arriving.
 */
const answerMs = 15_000;

/**
 * Stores files in a bucket. A file is first written to `spoolFolder`. Its size and SHA-256 are then known,
 * and it is uploaded in one request that the server checks and stores completely or not at all. Nothing is
 * retried here; the caller decides about retries. Throws `unavailable` for every other failure of the server.
 */
export function createS3Storage(
  { bucket, prefix, ...settings }: S3Settings,
  {
    spoolFolder,
    idleMs = 30_000,
  }: {
    spoolFolder: string;
    /** Idle time after which the server counts as unavailable. */
    idleMs?: number;
  },
): Storage {
  const client = createClient(settings, idleMs);
  const spool = resolve(spoolFolder);
  const place = (key: string) => ({ Bucket: bucket, Key: `${prefix}${checkKey(key)}` });

  return {
    async write(key, source, options) {
      const target = place(key);
      return withPartial(join(spool, "upload"), source, options, async (partial, file) => {
        const command = new PutObjectCommand({
          ...target,
          Body: createReadStream(partial),
          ContentLength: file.bytes,
          ChecksumSHA256: Buffer.from(file.sha256, "hex").toString("base64"),
        });
        await answered(client.send(command, withSignal(options.signal)), options.signal);
      });
    },
    async stat(key) {
      const command = new HeadObjectCommand(place(key));
      const head = await answered(client.send(command, soon())).catch(ignoreMissing);
      return head === null ? null : { bytes: head.ContentLength ?? 0 };
    },
    read(key, range) {
      const file = new PassThrough();
      void download(client, { ...place(key), ...toRange(range) }, file);
      return file;
    },
    async delete(key) {
      await answered(client.send(new DeleteObjectCommand(place(key)), soon()));
    },
    async *list(after) {
      const StartAfter = after == null ? undefined : place(after).Key;
      let token: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ContinuationToken: token,
          StartAfter,
        });
        const page = await answered(client.send(command, soon()));
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined || LastModified === undefined) continue;
          yield { key: Key.slice(prefix.length), modifiedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async deletePartials(before) {
      return deletePartialsIn(spool, before);
    },
    async check() {
      await mkdir(spool, { recursive: true });
      await access(spool, constants.W_OK);
      await answered(client.send(new HeadBucketCommand({ Bucket: bucket }), soon()));
    },
  };
}

const ignore = () => undefined;
/** Errors are thrown, and logged by the caller; the client would also write them to the console. */
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function createClient(
  {
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    forcePathStyle,
  }: Omit<S3Settings, "bucket" | "prefix">,
  idleMs: number,
): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    logger: quiet,
    // The engine sends its own checksum with each file; some servers do not support others.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
    },
  });
}

/** Downloads into a stream that already exists; when either side ends, the other ends, too. */
async function download(
  client: S3Client,
  place: { Bucket: string; Key: string; Range?: string },
  file: Writable,
): Promise<void> {
  const left = new AbortController();
  file.once("close", () => left.abort());
  try {
    const command = new GetObjectCommand(place);
    const { Body } = await answered(client.send(command, { abortSignal: left.signal }));
    if (!(Body instanceof Readable)) throw new AppError("unavailable");
    await pipeline(Body, file);
  } catch (error) {
    file.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function toRange(range: ByteRange | undefined): { Range?: string } {
  return range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
}

function soon(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(answerMs) };
}

function withSignal(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}

/**
 * Maps a missing object to `ENOENT`, as for a missing file on disk. Any other error means that the storage is
 * unavailable.
 */
async function answered<Answer>(answer: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    signal?.throwIfAborted();
    if (isMissing(error)) {
      throw Object.assign(new Error("no such file", { cause: error }), { code: "ENOENT" });
    }
    throw new AppError("unavailable", { cause: error });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");
}

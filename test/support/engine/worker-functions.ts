import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";

import { z } from "zod";

import { toAlphaMask, toBlackMask } from "#activities/providers/alpha-mask.ts";
import { dataAddress } from "#activities/providers/encode-input.ts";
import { requestJson } from "#activities/providers/http.ts";
import { adapters } from "#activities/providers/index.ts";
import { base64Schema } from "#activities/providers/large-base64.ts";
import { encodeBody } from "#activities/providers/request-body.ts";
import { base64File, bytesFile } from "#activities/providers/result-file.ts";
import { videoFacts } from "#activities/providers/video-facts.ts";
import { loadConfig } from "#config.ts";
import { createMessageParser } from "#intent/message-parser.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { measureMedia } from "#storage/measure-media.ts";
import { lengthMs } from "#storage/media-length.ts";
import { hidesMarkup, sniffBytes } from "#storage/media-type.ts";
import { pictureSize } from "#storage/picture-size.ts";
import { longestBlockMs } from "#test/support/measurements/longest-block.ts";

/** A task of a worker process, on bytes from a caller or a provider. */
export type WorkerTask =
  | { readonly name: "file"; readonly contentType: string; readonly bytes: Uint8Array }
  | { readonly name: "mask"; readonly bytes: Uint8Array }
  | { readonly name: "upload"; readonly bytes: Uint8Array }
  | { readonly name: "message"; readonly message: string }
  /** The response of the server at `url`, read as each adapter reads it. */
  | { readonly name: "answer"; readonly url: string }
  /** The response of the server at `url` with files in base64. */
  | { readonly name: "images"; readonly url: string }
  | { readonly name: "refusal"; readonly url: string };

const parseMessage = await createMessageParser(loadConfig({}));

async function run(task: WorkerTask): Promise<void> {
  switch (task.name) {
    case "file":
      return readFile(task.contentType, task.bytes);
    case "mask":
      await toAlphaMask(Buffer.from(task.bytes)).catch(ignore);
      await toBlackMask(Buffer.from(task.bytes)).catch(ignore);
      return;
    case "upload": {
      const { bytes } = task;
      const input = { kind: "image", contentType: "image/png", url: "", bytes: bytes.byteLength };
      const open = () => inPieces(bytes);
      const image = dataAddress({ ...input, open } as never, bytes.byteLength);
      for await (const _ of encodeBody({ body: { image } })?.open() ?? []) await turn();
      return;
    }
    case "message":
      await parseMessage(
        { message: task.message, attachments: [] },
        { signal: AbortSignal.timeout(20_000) },
      );
      return;
    case "answer": {
      const schema = z.looseObject({ a: z.unknown() });
      await requestJson("POST", "/", { call: callTo(task.url), paid: true, schema }).catch(ignore);
      return;
    }
    case "images": {
      const { a } = await requestJson("POST", "/", {
        call: callTo(task.url),
        paid: true,
        hasBase64: true,
        responseBytesMax: 256 * 1024 * 1024,
        schema: z.object({ a: z.array(base64Schema) }),
      });
      const options = { family: "image", contentType: "image/png", paid: true } as const;
      await Promise.all(a.map(async (data) => base64File(data, options).catch(ignore)));
      return;
    }
    case "refusal":
      for (const adapter of Object.values(adapters)) {
        await adapter.checkHealth?.(callTo(task.url)).catch(ignore);
      }
  }
}

/** Runs all readers of a caller's or provider's file: first bytes, size and duration. */
async function readFile(contentType: string, bytes: Uint8Array): Promise<void> {
  const open = () => inPieces(bytes);
  hidesMarkup(bytes.subarray(0, sniffBytes));
  for (const family of ["image", "video", "audio", "model"] as const) {
    try {
      bytesFile(bytes, { family, contentType, paid: true });
    } catch (error) {
      ignore(error);
    }
  }
  await pictureSize({ open });
  await lengthMs({ contentType, open });
  await videoFacts({ contentType, open });
  const folder = await mkdtemp(join(tmpdir(), "gme-worker-"));
  try {
    const { body, facts } = measureMedia(contentType, open());
    await createDiskStorage(folder).write("a/b", body, { bytesMax: bytes.byteLength });
    await facts;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Yields chunks as a disk or a socket does: other work runs between two chunks. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Buffer> {
  for (let place = 0; place < bytes.byteLength; place += 65_536) {
    await turn();
    yield Buffer.from(
      bytes.buffer,
      bytes.byteOffset + place,
      Math.min(65_536, bytes.byteLength - place),
    );
  }
}

function callTo(baseUrl: string) {
  const signal = AbortSignal.timeout(20_000);
  return { baseUrl, credential: "a key", idempotencyKey: "key", signal };
}

/** Most inputs here are rejected; only the time counts. */
function ignore(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

parentPort?.on("message", ({ id, task }: { id: number; task: WorkerTask }) => {
  void (async () => {
    const blockMs = await longestBlockMs(async () => run(task));
    parentPort?.postMessage({ id, blockMs }); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread is no window
  })();
});

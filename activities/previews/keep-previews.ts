import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";

import type { Logger } from "pino";

import { claimPreview, type DuePreview, releasePreview, savePreview } from "#db/jobs/previews.ts";
import { deletePreviews } from "#db/jobs/stored-files.ts";
import type { MikroORM } from "#db/orm.ts";
import { previewKey, type PreviewContent } from "#domain/jobs/preview.ts";
import type { Watchdog } from "#runtime/watchdog.ts";
import { sniffBytes, sniffMediaType } from "#storage/media-type.ts";
import type { Storage } from "#storage/storage.ts";

import { createPreviewMaker, type PreviewMaker } from "./preview-maker.ts";

const lookMs = 1_000;
const pauseMs = 30_000;
/** Larger files have no preview, because a worker copies the file to its disk. */
const fileBytesMax = 1024 ** 3;
const variantBytesMax = 4 * 1024 ** 2;
/** Below the lease of the row. */
const previewMsMax = 240_000;

const nothing: PreviewContent = { variants: [] };

export interface PreviewSettings {
  readonly orm: MikroORM;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly ffmpegPath: string | null;
  /** Local folder for copies of files. */
  readonly folder: string;
}

/**
 * Makes the previews of new files, one after the other, for the lifetime of the worker. No job waits for them, and one
 * that cannot be made fails nothing.
 */
export async function keepPreviews(
  settings: PreviewSettings,
  watchdog: Watchdog,
): Promise<{ stop(): Promise<void> }> {
  const { folder, logger } = settings;
  await mkdir(folder, { recursive: true });
  await deleteLeftCopies(folder);
  const stopping = new AbortController();
  const { signal } = stopping;
  const maker = createPreviewMaker();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const wasDue = await watchdog
        .watch("previews", async () => makeNextPreview(settings, maker, signal))
        .catch(async (error: unknown) => {
          logger.warn({ error }, "no preview made; retrying");
          await delay(pauseMs, undefined, { signal }).catch(() => undefined);
          return false;
        });
      if (!wasDue) await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      maker.stop();
    },
  };
}

/** Deletes copies of processes that were killed. Other workers may share the folder, so younger copies stay. */
async function deleteLeftCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - previewMsMax) await rm(path, { recursive: true, force: true });
  }
}

/** Makes one preview. Returns false when none is due. */
export async function makeNextPreview(
  settings: PreviewSettings,
  maker: PreviewMaker,
  stopping: AbortSignal,
): Promise<boolean> {
  const { orm, storage, logger } = settings;
  const due = await claimPreview(orm.em.fork());
  if (due === null) return false;
  const { fileId, storageKey } = due;
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(previewMsMax)]);
    const content = await makeFrom(settings, maker, { due, signal });
    const isKept = await savePreview(orm.em.fork(), fileId, content);
    // The file is deleted by now, perhaps before the preview was stored.
    if (!isKept) await deletePreviews(storage, storageKey);
  } catch (error) {
    if (stopping.aborted) await releasePreview(orm.em.fork(), fileId);
    else logger.warn({ fileId, error }, "preview not made");
  }
  return true;
}

async function makeFrom(
  { storage, ffmpegPath, folder }: PreviewSettings,
  maker: PreviewMaker,
  { due, signal }: { due: DuePreview; signal: AbortSignal },
): Promise<PreviewContent> {
  const { storageKey, durationSeconds } = due;
  const stored = await storage.stat(storageKey);
  if (stored === null || stored.bytes > fileBytesMax) return nothing;
  const own = await mkdtemp(join(folder, "file-"));
  try {
    const path = join(own, "file");
    await pipeline(storage.read(storageKey), createWriteStream(path), { signal });
    const contentType = await typeOf(path, due.contentType);
    if (contentType === null) return nothing;
    const made = await maker.make({ path, contentType, durationSeconds, ffmpegPath }, { signal });
    for (const variant of made?.variants ?? []) {
      const file = createReadStream(previewKey(path, variant));
      const options = { bytesMax: variantBytesMax, signal };
      await storage.write(previewKey(storageKey, variant), file, options);
    }
    return made ?? nothing;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/**
 * Media type by the first bytes. A declared one counts for SVG only, which has no signature: any other file without a
 * known signature is not opened.
 */
async function typeOf(path: string, declared: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    const proven = sniffMediaType(buffer.subarray(0, bytesRead));
    return proven ?? (declared.startsWith("image/svg+xml") ? declared : null);
  } finally {
    await file.close();
  }
}

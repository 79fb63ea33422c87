import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { ActivityDependencies, OutputSigner } from "#activities/dependencies.ts";
import type { MarkFacts } from "#storage/provenance/mark.ts";
import { sourceTypeUri } from "#storage/provenance/xmp.ts";
import type { StoredFile } from "#storage/storage.ts";

/** The library reads videos in blocks of 256 MiB, of which it holds two. */
const streamedBytesMax = 1_073_741_824;
/** It holds all other media as a whole, and WAV twice. */
const heldBytesMax = 268_435_456;
/** Largest signed file of each type. */
const signedBytesMax: Readonly<Record<string, number>> = {
  "image/png": heldBytesMax,
  "image/jpeg": heldBytesMax,
  "image/webp": heldBytesMax,
  "audio/wav": heldBytesMax,
  "audio/mpeg": heldBytesMax,
  "audio/mp4": streamedBytesMax,
  "video/mp4": streamedBytesMax,
  "video/quicktime": streamedBytesMax,
};
/** The file, the signed file, and a temporary copy of the library. */
const diskFactor = 3;

/** Returns whether Content Credentials can be added: rules that enhance a file of the caller have not created it. */
export function isSignable(
  { contentType, bytes }: { readonly contentType: string; readonly bytes: number },
  { digitalSourceType }: MarkFacts,
): boolean {
  const isCreated = digitalSourceType !== "algorithmicallyEnhanced";
  return bytes <= (signedBytesMax[contentType] ?? 0) && isCreated;
}

/**
 * Signs a file with the operator's certificate and stores it under a key with its hash: signatures differ at each repetition, so that
 * no repetition may overwrite the file of a registered output. Throws when it cannot be signed.
 */
export async function storeSigned(
  { storage, limits }: Pick<ActivityDependencies, "storage" | "limits">,
  { signFile, folder }: OutputSigner,
  {
    content,
    bytes,
    contentType,
    facts,
    keyOf,
    signal,
  }: {
    readonly content: AsyncIterable<Uint8Array>;
    readonly bytes: number;
    readonly contentType: string;
    readonly facts: MarkFacts;
    readonly keyOf: (hash: string) => string;
    readonly signal: AbortSignal;
  },
): Promise<StoredFile & { readonly storageKey: string; readonly isTimestamped: boolean }> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes * diskFactor) throw new Error(`no space in ${folder}`);
  const work = await mkdtemp(join(folder, "output-"));
  try {
    const [source, target] = [join(work, "source"), join(work, "target")];
    await pipeline(Readable.from(content), createWriteStream(source), { signal });
    const manifest = manifestOf(facts);
    const { isTimestamped } = await signFile({ source, target, contentType, manifest }, { signal });
    const { size } = await stat(target);
    if (size > limits.outputBytesMax) throw new Error("the signed file is too large");
    const storageKey = keyOf(await hashOf(target));
    const options = { bytesMax: limits.outputBytesMax, signal };
    const stored = await storage.write(storageKey, createReadStream(target), options);
    return { storageKey, isTimestamped, ...stored };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Says what made the file; no prompt, job, person or organization, and no thumbnail. */
export function manifestOf(facts: MarkFacts): object {
  const action = {
    action: "c2pa.created",
    digitalSourceType: sourceTypeUri(facts),
    softwareAgent: { name: facts.aiSystem },
  };
  return {
    claim_generator_info: [{ name: facts.creatorTool }],
    assertions: [{ label: "c2pa.actions.v2", data: { actions: [action] } }],
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

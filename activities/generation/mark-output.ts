import { createHash } from "node:crypto";

import type { ActivityDependencies, OutputSigner } from "#activities/dependencies.ts";
import { providers } from "#catalog/index.ts";
import {
  type DigitalSourceType,
  digitalSourceTypeOf,
  type OutputProvenance,
} from "#domain/requests/provenance.ts";
import { applyEdits, bytesAfter } from "#storage/provenance/edits.ts";
import { planMark } from "#storage/provenance/plan-mark.ts";
import type { StoredFile } from "#storage/storage.ts";

import type { GenerationContext } from "./generation-context.ts";
import { isSignable, storeSigned } from "./sign-output.ts";

const creatorTool = "Generative Media Engine";
/** Time for the mark of one file: two reads and a write of at most two gigabytes. */
const markMs = 600_000;
/** Part of this time for a signature and the wait for those before it; the rest is for a mark instead of it. */
const signMs = 300_000;
/** Characters of the hash in the key of a marked file: enough to distinguish the versions of one output. */
const keyHashLength = 16;

/** A file in storage, and what it says about its origin. */
export interface MarkedFile extends StoredFile {
  readonly storageKey: string;
  readonly contentType: string;
  readonly provenance?: OutputProvenance;
}

/**
 * Marks a stored file as made by AI, unless it has a mark. The marked file is written under a key with its hash, so that a
 * repetition of the step, also by another version of the engine, cannot change the file of a registered output; the
 * sweep of files without a row removes the file without a mark and those of repetitions. The generation is paid for, so
 * a file that cannot be marked is delivered as it is.
 */
export async function markOutput(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  file: MarkedFile,
  signal: AbortSignal,
): Promise<MarkedFile> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(markMs)]);
  const {
    provenance,
    isTimestamped = false,
    ...marked
  } = await mark(dependencies, context, file, bounded).catch((error: unknown): Marked => {
    signal.throwIfAborted();
    const { jobId } = context.submission;
    dependencies.logger.warn({ error, jobId, storageKey: file.storageKey }, "output not marked");
    return { ...file, provenance: { state: "unmarked", reason: "marking_failed" } };
  });
  dependencies.onMarked?.(provenance, { isTimestamped });
  return { ...marked, provenance };
}

interface Marked extends MarkedFile {
  readonly provenance: OutputProvenance;
  readonly isTimestamped?: boolean;
}

async function mark(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  file: MarkedFile,
  signal: AbortSignal,
): Promise<Marked> {
  const { storage, limits } = dependencies;
  const { bytes: size, contentType, storageKey } = file;
  const read = readerOf(storage, storageKey, signal);
  const digitalSourceType = await chooseSourceType(storage, context, signal);
  const facts = { digitalSourceType, creatorTool, aiSystem: context.model.name };
  const plan = await planMark({ size, contentType, read }, facts);
  if ("found" in plan) return { ...file, provenance: { state: "kept", mark: plan.found } };
  if ("unmarked" in plan) {
    return { ...file, provenance: { state: "unmarked", reason: plan.unmarked } };
  }
  const { edits } = plan;
  const { signer } = dependencies;
  const keyOf = (hash: string) => `${storageKey}-${hash.slice(0, keyHashLength)}`;
  if (signer !== null && isSignable({ contentType, bytes: bytesAfter(size, edits) }, facts)) {
    const content = applyEdits(size, edits, read);
    const unsigned = { content, bytes: bytesAfter(size, edits), contentType, facts, keyOf, signal };
    const signed = await signOrLog(dependencies, signer, context, unsigned);
    if (signed !== null) {
      return {
        ...signed,
        contentType,
        provenance: { state: "marked", mark: "c2pa", digitalSourceType },
      };
    }
  }
  if (bytesAfter(size, edits) > limits.outputBytesMax) {
    return { ...file, provenance: { state: "unmarked", reason: "file_too_large" } };
  }
  const hash = await hashOf(applyEdits(size, edits, read));
  const markedKey = keyOf(hash);
  const stored = await storage.write(markedKey, applyEdits(size, edits, read), {
    bytesMax: limits.outputBytesMax,
    signal,
  });
  return {
    ...stored,
    storageKey: markedKey,
    contentType,
    provenance: { state: "marked", mark: "iptc", digitalSourceType },
  };
}

/** Null when the file cannot be signed, for which it gets a mark only: a paid job does not fail for its signature. */
async function signOrLog(
  dependencies: ActivityDependencies,
  signer: OutputSigner,
  { submission: { jobId } }: GenerationContext,
  unsigned: Parameters<typeof storeSigned>[2],
): Promise<Awaited<ReturnType<typeof storeSigned>> | null> {
  const { signal } = unsigned;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(signMs)]);
  try {
    return await storeSigned(dependencies, signer, { ...unsigned, signal: bounded });
  } catch (error) {
    signal.throwIfAborted();
    dependencies.logger.warn({ error, jobId }, "output not signed");
    return null;
  }
}

type Storage = ActivityDependencies["storage"];

function readerOf(storage: Storage, storageKey: string, signal: AbortSignal) {
  return async function* read(start: number, end: number): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted();
    yield* storage.read(storageKey, { start, end: end - 1 }) as AsyncIterable<Uint8Array>;
  };
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of content) hash.update(piece);
  return hash.digest("hex");
}

/** Models of the catalog that are rules and no trained model. */
const algorithmic: ReadonlySet<string> = new Set(
  providers.flatMap(({ models, mediaModel }) => [
    ...models.flatMap(({ id, isAlgorithmic }) => (isAlgorithmic === true ? [id] : [])),
    ...(mediaModel === undefined ? [] : [mediaModel.id]),
  ]),
);

async function chooseSourceType(
  storage: Storage,
  { job, model }: GenerationContext,
  signal: AbortSignal,
): Promise<DigitalSourceType> {
  const inputs = job.storedInputs ?? [];
  const isAlgorithmic = algorithmic.has(model.id);
  let hasMarkedInputs = false;
  // The result of a trained model with an input file is a composite, whatever the file says.
  for (const { bytes: size, contentType, storageKey } of isAlgorithmic ? inputs : []) {
    const read = readerOf(storage, storageKey, signal);
    const facts = { digitalSourceType: "algorithmicMedia", creatorTool, aiSystem: "" } as const;
    const plan = await planMark({ size, contentType, read }, facts);
    hasMarkedInputs ||= "found" in plan && plan.found === "iptc";
  }
  return digitalSourceTypeOf({ isAlgorithmic, hasInputs: inputs.length > 0, hasMarkedInputs });
}

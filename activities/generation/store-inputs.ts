import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { toWhiteMask } from "#activities/providers/alpha-mask.ts";
import { Asset } from "#db/entities/asset.ts";
import { Job, Output } from "#db/entities/job.ts";
import { factsOf, findSignedAsset, keepUsedAssets } from "#db/jobs/assets.ts";
import { saveInputs } from "#db/jobs/job-steps.ts";
import { findOutput, outputFactsOf } from "#db/jobs/outputs.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { isOfInputKind } from "#domain/requests/asset.ts";
import type { GenerationInput, JobInput, StoredInput } from "#domain/requests/generation.ts";
import { createFairShare } from "#runtime/fair-share.ts";
import { fetchUntrusted } from "#runtime/net/fetch-untrusted.ts";
import { sniffMediaType } from "#storage/media-type.ts";
import { peekable } from "#storage/peekable.ts";
import { parseOwnAddress } from "#storage/signed-address.ts";
import { inputKey, type Storage } from "#storage/storage.ts";

import { notReady } from "./not-ready.ts";

/** Concurrent `storeInputs` activities in one worker. They mostly wait for callers' servers. */
export const inputSlots = 100;
/** Retry delay of a job whose organization has its share in use: a part of the time already waited. */
const shareWait = { minMs: 500, maxMs: 30_000 };

/** Retry delay, and time limit, of a message that works on a result which is still being made. */
const referredWait = { minMs: 300, maxMs: 5_000 };
const referredMsMax = 30 * 60_000;

/** Maximum attempts of a download that breaks off. */
const downloadAttemptsMax = 3;
const downloadRetryMs = 500;

/** Size of a mask that is converted in memory. */
const maskBytesMax = 50_000_000;

interface StoreInputsDependencies extends Pick<
  ActivityDependencies,
  "orm" | "storage" | "addresses"
> {
  readonly limits: Pick<ActivityDependencies["limits"], "inputBytesMax" | "allowPrivateInputs">;
}

/**
 * Copies the caller's inputs to storage, so that a retry, a failover or an expired URL does not change them.
 * Assets and outputs are in storage already and are kept while the job runs. The media type is determined from the file's
 * first bytes.
 * Throws `input_invalid`, `input_too_large` or `input_address_refused` with the index of the input. Fails as
 * not ready while other jobs of the organization use its share of this worker.
 */
export function createStoreInputs(dependencies: StoreInputsDependencies) {
  const slots = createFairShare(inputSlots);
  return async function storeInputs({ jobId }: { jobId: string }): Promise<void> {
    const em = dependencies.orm.em.fork();
    const job = await em.findOneOrFail(Job, jobId);
    if (job.storedInputs !== null && job.storedInputs !== undefined) return;
    const giveBack = slots.take(job.organizationId);
    if (giveBack === null) {
      throw notReady(new Date(activityInfo().scheduledTimestampMs), shareWait);
    }
    let inputs: StoredInput[];
    try {
      inputs = await heartbeating(async (signal) => copyInputs(dependencies, em, { job, signal }));
    } finally {
      giveBack();
    }
    await saveInputs(dependencies.orm.em.fork(), { jobId, inputs });
    const assetIds = job.request.inputs.flatMap((input) =>
      "assetId" in input ? input.assetId : [],
    );
    await keepUsedAssets(em.fork(), { assetIds, organizationId: job.organizationId });
  };
}

async function copyInputs(
  dependencies: StoreInputsDependencies,
  em: EntityManager,
  { job, signal }: { job: Job; signal: AbortSignal },
): Promise<StoredInput[]> {
  const stored: StoredInput[] = [];
  const kept = await findKeptInputs(em, job);
  for (const [ordinal, input] of job.request.inputs.entries()) {
    if ("ordinal" in input) {
      const referred = await findReferred(dependencies, em, { job, input, ordinal });
      stored.push(
        "storageKey" in referred
          ? referred
          : await storeOne(dependencies, em, { job, input: referred, ordinal, signal }),
      );
    } else {
      const task = { job, input, ordinal, kept: kept[ordinal], signal };
      stored.push(await storeOne(dependencies, em, task));
    }
  }
  return stored;
}

type OwnInput = Exclude<JobInput, { ordinal: number }>;

async function storeOne(
  dependencies: StoreInputsDependencies,
  em: EntityManager,
  {
    input,
    ...task
  }: Omit<InputTask, "input" | "kept"> & { input: OwnInput; kept?: StoredInput | undefined },
): Promise<StoredInput> {
  if ("assetId" in input) {
    const stored = await useAsset(em, input);
    return isMarkedByAlpha(input) ? paintMask(dependencies, { ...task, stored }) : stored;
  }
  if ("outputId" in input) return useOutput(em, task.job, input);
  const stored = await storeInput(dependencies, em, { kept: undefined, ...task, input });
  // The mask of the job that is retried is white already.
  return isMarkedByAlpha(input) && task.kept === undefined
    ? paintMask(dependencies, { ...task, stored })
    : stored;
}

function isMarkedByAlpha(input: OwnInput): boolean {
  return "markedBy" in input && input.markedBy === "alpha";
}

/** Stores a mask that marks its area by transparency as one that marks it in white. A repetition writes the same. */
async function paintMask(
  { storage }: Pick<StoreInputsDependencies, "storage">,
  {
    job,
    ordinal,
    signal,
    stored,
  }: Pick<InputTask, "job" | "ordinal" | "signal"> & { stored: StoredInput },
): Promise<StoredInput> {
  const details = { input: ordinal, kind: "mask" };
  if (stored.bytes > maskBytesMax) throw new AppError("input_too_large", { details });
  const png = await toWhiteMask(await buffer(storage.read(stored.storageKey)));
  const storageKey = inputKey(job.id, ordinal);
  const file = await storage.write(storageKey, oneChunk(png), { bytesMax: png.length, signal });
  return { ...stored, storageKey, contentType: "image/png", ...file };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns the stored inputs of the job that is retried, because the same URL may serve another file now. */
async function findKeptInputs(em: EntityManager, { request }: Job): Promise<StoredInput[]> {
  if (request.retryOf === undefined) return [];
  const former = await em.findOneOrFail(Job, request.retryOf);
  if (former.deletedAt) throw new AppError("input_gone");
  return former.storedInputs ?? [];
}

async function openKept(
  storage: Storage,
  { storageKey }: { readonly storageKey: string },
): Promise<AsyncIterable<Uint8Array>> {
  if ((await storage.stat(storageKey)) === null) throw new AppError("input_gone");
  return storage.read(storageKey);
}

async function useAsset(
  em: EntityManager,
  { kind, assetId }: Extract<JobInput, { assetId: string }>,
): Promise<StoredInput> {
  const asset = await em.findOneOrFail(Asset, assetId);
  // The job keeps its assets; only quarantine takes one from it.
  if (asset.deletedAt) throw new AppError("asset_expired", { details: { assetId } });
  const { storageKey, contentType, bytes, sha256 } = asset;
  return { kind, storageKey, contentType, bytes, sha256, ...factsOf(asset) };
}

/** The output of another step stays where it is stored, and is not deleted while the run is open. */
async function useOutput(
  em: EntityManager,
  { organizationId }: Pick<Job, "organizationId">,
  { kind, outputId }: Extract<JobInput, { outputId: string }>,
): Promise<StoredInput> {
  const output = await em.findOneOrFail(Output, outputId);
  if (output.deletedAt) {
    const details = { expiredAt: output.expiresAt.toISOString() };
    throw new AppError("output_expired", { details });
  }
  if (output.organizationId !== organizationId) throw new AppError("outside_organization");
  const { storageKey, contentType, bytes, sha256 } = output;
  return { kind, storageKey, contentType, bytes, sha256, ...outputFactsOf(output) };
}

/**
 * Finds the file of an earlier message, which stays where it is stored, or the input of one that ended with a question. Fails as not ready while that message's job still runs. Throws
 * `input_gone` when the job has ended without the file, or the file is no longer stored.
 */
async function findReferred(
  { storage }: Pick<StoreInputsDependencies, "storage">,
  em: EntityManager,
  {
    job: { organizationId },
    input,
    ordinal,
  }: { job: Job; input: Extract<GenerationInput, { ordinal: number }>; ordinal: number },
): Promise<StoredInput | OwnInput> {
  const isOutput = "outputOf" in input;
  const source = await em.findOneOrFail(Job, isOutput ? input.outputOf : input.inputOf);
  if (source.organizationId !== organizationId) throw new AppError("outside_organization");
  const isKnown = isOutput ? isFinal(source.status) : source.storedInputs != null;
  if (!isKnown && !isFinal(source.status)) throw waitFor(source.id);
  const { kind } = input;
  const stored = isOutput ? undefined : source.storedInputs?.[input.ordinal];
  if (stored !== undefined) {
    if ((await storage.stat(stored.storageKey)) === null) throw fileGone(input, ordinal);
    return { ...stored, kind };
  }
  const sent = isOutput ? undefined : source.request.inputs[input.ordinal];
  if (sent !== undefined && !source.deletedAt && !("ordinal" in sent)) return sent;
  const [output] = isOutput
    ? await em.find(Output, { jobId: source.id, ordinal: input.ordinal, deletedAt: null })
    : [];
  if (output === undefined || output.expiresAt < new Date()) throw fileGone(input, ordinal);
  return useOutput(em, { organizationId }, { kind, outputId: output.id });
}

/** Names the expired file of an earlier message, and what to do. */
function fileGone(input: Extract<GenerationInput, { ordinal: number }>, ordinal: number): AppError {
  const isOutput = "outputOf" in input;
  const jobId = isOutput ? input.outputOf : input.inputOf;
  const { kind } = input;
  const file = `${kind} ${input.ordinal + 1} of the message ${jobId}`;
  const message = isOutput
    ? `The ${file} is no longer stored. Repeat that message, and then this one.`
    : `The ${file} is no longer stored. Send the file again, with this message.`;
  return new AppError("input_gone", { message, details: { input: ordinal, kind, jobId } });
}

/** The reference is not ready while its job runs, for at most `referredMsMax`. */
function waitFor(jobId: string): Error {
  const since = new Date(activityInfo().scheduledTimestampMs);
  if (Date.now() - since.getTime() < referredMsMax) return notReady(since, referredWait);
  return new AppError("input_gone", {
    message: "The job that makes the input did not end in time.",
    details: { jobId },
  });
}

interface InputTask {
  readonly job: Job;
  readonly input: Extract<GenerationInput, { url: string }>;
  readonly ordinal: number;
  /** The same input of the job that is retried. */
  readonly kept: StoredInput | undefined;
  readonly signal: AbortSignal;
}

async function storeInput(
  dependencies: StoreInputsDependencies,
  em: EntityManager,
  task: InputTask,
): Promise<StoredInput> {
  const { ordinal, input } = task;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await copyInput(dependencies, em, task);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (attempt === downloadAttemptsMax || error.details["reason"] !== "incomplete") {
        throw toInputError(error, { ordinal, input });
      }
    }
    await delay(downloadRetryMs);
  }
}

async function copyInput(
  dependencies: StoreInputsDependencies,
  em: EntityManager,
  { job, input, ordinal, kept, signal }: InputTask,
): Promise<StoredInput> {
  const { storage, limits } = dependencies;
  const { head, body } = await peekable(
    kept === undefined
      ? await openInput(dependencies, em, { job, url: input.url, signal })
      : await openKept(storage, kept),
  );
  const contentType = sniffMediaType(head);
  if (contentType === null || !isOfInputKind(contentType, input.kind)) {
    throw new AppError("input_invalid", {
      message: `The file is ${contentType ?? "of an unknown type"}, not ${input.kind}.`,
    });
  }
  const storageKey = inputKey(job.id, ordinal);
  const bytesMax = limits.inputBytesMax;
  const file = await storage.write(storageKey, body, { bytesMax, signal });
  return { kind: input.kind, storageKey, contentType, ...file };
}

/** Adds the index of the input to the error. */
function toInputError(
  error: AppError,
  { ordinal, input }: Pick<InputTask, "ordinal" | "input">,
): AppError {
  return new AppError(error.code === "output_too_large" ? "input_too_large" : inputCode(error), {
    message: error.message,
    details: { ...error.details, input: ordinal, kind: input.kind },
    cause: error,
  });
}

function inputCode(error: AppError): AppError["code"] {
  return error.code === "provider_result_expired" ? "input_invalid" : error.code;
}

async function openInput(
  { storage, addresses, limits }: StoreInputsDependencies,
  em: EntityManager,
  { job, url, signal }: { job: Job; url: string; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  if (url.startsWith("data:")) return decodeDataAddress(url);
  const fileId = parseOwnAddress(url, { ...addresses, now: new Date() });
  if (fileId !== null) {
    const file = fileId.startsWith("ast_")
      ? await findSignedAsset(em, fileId)
      : await findOutput(em, { outputId: fileId });
    if (file.organizationId !== job.organizationId) throw new AppError("input_address_refused");
    return openKept(storage, file);
  }
  const { body } = await fetchUntrusted(url, {
    signal,
    requester: job.organizationId,
    allowPrivate: limits.allowPrivateInputs,
  });
  return body;
}

/** Decodes a data URL (RFC 2397, base64 only). The stated media type is not trusted, so it is not read. */
async function* decodeDataAddress(url: string): AsyncIterable<Uint8Array> {
  const comma = url.indexOf(",");
  if (comma === -1 || !url.slice(0, comma).endsWith(";base64")) {
    throw new AppError("input_invalid", { message: "A data URL must be base64." });
  }
  yield Buffer.from(url.slice(comma + 1), "base64");
}

import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  PollResult,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { ownAddress, sendRequest, unreadable } from "#activities/providers/http.ts";
import { inputsAt, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { checkPaidMs } from "#activities/providers/media-length.ts";
import type { StreamedBytes } from "#activities/providers/request-body.ts";
import { storageDialect } from "#activities/providers/upload-storage.ts";
import { videoFacts, type VideoFacts } from "#activities/providers/video-facts.ts";
import { AppError } from "#domain/errors.ts";
import { attemptSettledMs } from "#domain/jobs/time-limits.ts";
import { linesOf, type Size } from "#domain/requests/sizes.ts";

import { checkCost, costOf, isCanceled, isDone, stop, topazClient } from "./topaz-client.ts";

const videoBytesMax = 500_000_000;
const partTimeoutMs = 600_000;
/** Hosts of the upload URLs in the documentation. */
const uploadHosts = ["amazonaws.com", "r2.cloudflarestorage.com"];

/** Error format of a part's upload, which may conflict with an earlier attempt to upload the same part. */
const partDialect: ErrorDialect = {
  ...storageDialect,
  rules: [...storageDialect.rules, { status: 409, code: "provider_overloaded" }],
};

const createdSchema = z.object({
  requestId: z.string().min(1),
  estimates: z.object({ cost: z.array(z.number()).min(1) }),
});
const acceptedSchema = z.object({ urls: z.array(z.url()).min(1) });
const statusSchema = z.object({
  status: z.string(),
  progress: z.number().min(0).max(100).nullish().catch(null),
  message: z.string().nullish().catch(null),
  download: z.object({ url: z.url() }).nullish().catch(null),
});

/** Statuses of a request whose upload was not completed. */
const unbegun: readonly string[] = ["requested", "accepted"];

export interface VideoHandle {
  readonly id: string;
  /** Epoch milliseconds of the announcement. Present while the response to the paid step is unknown. */
  readonly announcedAt?: number | undefined;
}

/**
 * Creates a video in four steps: the request with its estimate, the acceptance, which reserves credits, the
 * upload in parts, and the completion of the upload. The completion starts the generation and is paid. A
 * failure before it releases the credits. The handle is known before the completion, so a lost response to it
 * can be recovered by polling.
 */
export async function submitVideo(
  request: AdapterRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  const mapped = mapForProvider(request);
  const [video] = inputsAt(request, mapped.inputs["source"] ?? []);
  if (video === undefined) throw noVideo("a video is needed");
  checkBytes(video, videoBytesMax);
  const facts = await videoFacts(video);
  if (facts === null)
    throw noVideo("the video is no MP4 or MOV that says how long and large it is");
  const { duration, "output.resolution": resolution, ...options } = mapped.values;
  const seconds = Number(duration);
  checkPaidMs({ kind: "video", ms: facts.seconds * 1_000 }, request, seconds);
  const size = outputSize(request, facts.size, String(resolution));

  const { data: created } = await topazClient.json("POST", "/video/", {
    call,
    paid: false,
    body: { ...bodyOf(video, facts, { options, size }), ...notificationsOf(request) },
    schema: createdSchema,
  });
  // The lower bound is billed.
  const credits = Math.min(...created.estimates.cost);
  checkCost(request, {
    call,
    credits,
    cure: (times) => `set durationSeconds to ${Math.ceil(seconds * times)}, or send a shorter one`,
  });
  const id = created.requestId;
  await start(id, video, call);
  return {
    state: "accepted",
    handle: { kind: "video", id },
    providerRequestId: id,
    ...costOf(request, credits),
  };
}

export async function pollVideo(
  { id, announcedAt }: VideoHandle,
  call: ProviderCall,
): Promise<PollResult> {
  const place = placeOf(id);
  const { status, progress, message, download } = await readStatus(place, call);
  if (isCanceled(status, message ?? undefined)) return { state: "canceled" };
  const isOverdue = Date.now() - (announcedAt ?? Number.NaN) > attemptSettledMs;
  if (unbegun.includes(status) && isOverdue) return giveUp(place, call);
  if (!isDone(status)) {
    return { state: "running", ...(progress == null ? {} : { fraction: progress / 100 }) };
  }
  if (download == null) throw unreadable(false, "a result without an address");
  return {
    state: "succeeded",
    result: { files: [{ source: { url: download.url }, contentType: "video/mp4" }] },
  };
}

async function readStatus(
  place: string,
  call: ProviderCall,
): Promise<z.output<typeof statusSchema>> {
  const { data } = await topazClient.json("GET", `${place}/status`, {
    call,
    paid: false,
    schema: statusSchema,
  });
  return data;
}

/**
 * Cancels a request whose completion was not sent in time; no attempt can send it any more. A request
 * canceled before its completion is not paid. The vendor also responds with 204 to the cancellation of a request
 * that is in progress, so only the status decides: a request that has started continues.
 */
async function giveUp(place: string, call: ProviderCall): Promise<PollResult> {
  await stop(topazClient.nothing("DELETE", place, { call, paid: false }));
  const { status, message } = await readStatus(place, call);
  if (!isCanceled(status, message ?? undefined)) return { state: "running" };
  throw new AppError("provider_failed", { details: { reason: "the upload was not finished" } });
}

function placeOf(id: string): string {
  return `/video/${encodeURIComponent(id)}`;
}

function noVideo(reason: string): AppError {
  return new AppError("input_invalid", { details: { reason } });
}

async function start(id: string, video: AdapterInput, call: ProviderCall): Promise<void> {
  const place = placeOf(id);
  try {
    const { data } = await topazClient.json("PATCH", `${place}/accept`, {
      call,
      paid: false,
      schema: acceptedSchema,
    });
    const uploadResults = await upload(video, data.urls, call);
    const handle = { kind: "video", id, announcedAt: Date.now() };
    const inTime = await call.announce?.({ handle, providerRequestId: id });
    await topazClient.json("PATCH", `${place}/complete-upload/`, {
      call: { ...call, ...inTime },
      paid: true,
      body: { uploadResults },
      schema: z.object({}),
    });
  } catch (error) {
    const mayRun = error instanceof AppError && error.code === "provider_outcome_unknown";
    if (!mayRun) await release(place, call);
    throw error;
  }
}

/**
 * Cancels the request. An error is ignored: the first error counts, and reserved credits are released when
 * the request ends.
 */
async function release(place: string, call: ProviderCall): Promise<void> {
  try {
    await topazClient.nothing("DELETE", place, { call, paid: false });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

interface UploadedPart {
  readonly partNum: number;
  readonly eTag: string;
}

async function upload(
  video: AdapterInput,
  addresses: readonly string[],
  call: ProviderCall,
): Promise<UploadedPart[]> {
  const chunks = video.open()[Symbol.asyncIterator]();
  const uploaded: UploadedPart[] = [];
  try {
    for (const [index, part] of inParts(video, chunks, addresses.length).entries()) {
      // The storage of another company receives the bytes, never the key.
      const address = ownAddress(addresses[index] ?? "", { call, hosts: uploadHosts });
      const { headers } = await sendRequest("PUT", address, {
        call,
        paid: false,
        stream: part,
        timeoutMs: partTimeoutMs,
        dialect: partDialect,
      });
      const eTag = headers["etag"]?.replaceAll('"', "");
      if (eTag === undefined) throw unreadable(false, "an upload without an ETag");
      uploaded.push({ partNum: index + 1, eTag });
    }
  } finally {
    await chunks.return?.();
  }
  return uploaded;
}

/** Splits a file into byte ranges of about equal length. They must be read in order, each once. */
function inParts(
  { bytes, contentType }: AdapterInput,
  chunks: AsyncIterator<Uint8Array>,
  count: number,
): StreamedBytes[] {
  let rest: Uint8Array = new Uint8Array(0);
  async function* take(wanted: number): AsyncGenerator<Uint8Array> {
    for (let left = wanted; left > 0;) {
      if (rest.byteLength === 0) {
        const next = await chunks.next();
        if (next.done === true) return;
        rest = next.value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.byteLength);
      left -= piece.byteLength;
      yield piece;
    }
  }
  const each = Math.ceil(bytes / count);
  return Array.from({ length: count }, (_, index) => {
    const length = Math.max(0, Math.min(each, bytes - index * each));
    return { contentType, bytes: length, open: () => take(length) };
  });
}

interface Wanted {
  readonly options: Readonly<Record<string, unknown>>;
  readonly size: Size;
}

function bodyOf(
  { bytes }: AdapterInput,
  { container, size: resolution, seconds, frames, framesPerSecond, hasSound }: VideoFacts,
  { options, size }: Wanted,
): Record<string, unknown> {
  const wantedRate = options["filters[].fps"];
  return {
    source: {
      container,
      size: bytes,
      duration: seconds,
      frameCount: frames,
      frameRate: framesPerSecond,
      resolution,
    },
    ...toBody({
      ...options,
      "output.resolution": size,
      "output.frameRate": wantedRate ?? framesPerSecond,
      "output.container": "mp4",
      "output.videoEncoder": "H264",
      "output.videoProfile": "High",
      "output.audioCodec": "AAC",
      // The audio of a MOV may have a codec that an MP4 cannot hold.
      "output.audioTransfer": hasSound ? (container === "mp4" ? "Copy" : "Convert") : "None",
    }),
  };
}

function notificationsOf({ callback }: AdapterRequest): Record<string, unknown> {
  return callback === undefined ? {} : { notifications: { webhookUrl: callback.url } };
}

/**
 * Returns the size of the result: the video's shape, fitted into the named resolution. Only a requested size
 * makes a video smaller, and only upscaling or a requested size makes it larger. Throws
 * `parameter_not_supported` when a video without a requested size exceeds the resolution.
 */
function outputSize(
  { capability, parameters: { resolution, width, height } }: AdapterRequest,
  source: Size,
  name: string,
): Size {
  const lines = linesOf(name) ?? 0;
  const longer = Math.max(source.width, source.height);
  const fitting = Math.min(
    lines / Math.min(source.width, source.height),
    (lines * 16) / 9 / longer,
  );
  const isSaid = [resolution, width, height].some((said) => said !== undefined);
  if (!isSaid && fitting < 1) {
    const message = `The video is larger than ${name}, which is paid for: set resolution, or send a smaller one.`;
    throw new AppError("parameter_not_supported", {
      details: { reason: message },
      issues: [{ pointer: "/parameters/resolution", code: "value_not_supported", message }],
    });
  }
  if (!isSaid && capability !== "upscaling") return source;
  // Encoders require even sides.
  const toEven = (side: number) => Math.max(2, Math.round((side * fitting) / 2) * 2);
  return { width: toEven(source.width), height: toEven(source.height) };
}

import { z } from "zod";

import type { AdapterInput, AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import { addressOnly, checkBytes } from "#activities/providers/encode-input.ts";
import { inputsAt, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { checkPaidMs, knownLengthMs } from "#activities/providers/media-length.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import {
  addressOrBase64,
  client,
  type CreatedTask,
  envelope,
  externalIdOf,
} from "./kling-client.ts";

const videoBytesMax = 100_000_000;
const soundBytesMax = 5_000_000;
/** Minimum length of the audio that is cut from a recording, and of its overlap with a face. */
const soundMsMin = 2_000;

const facesSchema = envelope(
  z.object({
    session_id: z.string().min(1),
    face_data: z
      .array(z.object({ face_id: z.string(), start_time: z.number(), end_time: z.number() }))
      .nullish(),
  }),
);
type Face = NonNullable<z.output<typeof facesSchema>["data"]["face_data"]>[number];

const createdSchema = envelope(z.object({ task_id: z.string().min(1) }));

/**
 * Creates a lip sync through the legacy API in two steps: Kling finds the faces in the video, then a face
 * receives the recording. Both are billed, the first with a twentieth of a unit, so all local checks run
 * before it.
 */
export async function syncLips(request: AdapterRequest, call: ProviderCall): Promise<CreatedTask> {
  const { values, inputs } = mapForProvider(request);
  const { duration, video_url: _, ...options } = values;
  const [video] = inputsAt(request, inputs["video_url"] ?? []);
  const [sound] = inputsAt(request, inputs["face_choose[].sound_file"] ?? []);
  if (video === undefined || sound === undefined) throw new AppError("input_missing");
  const video_url = addressOnly(video, request);
  const sound_file = addressOrBase64(sound, request, soundBytesMax);
  const lengths = await measure({ video, sound }, request, Number(duration));

  const { data: found } = await client.json("POST", "/v1/videos/identify-face", {
    call,
    paid: true,
    body: { video_url },
    schema: facesSchema,
  });
  const { session_id, face_data } = found.data;
  const face = chooseFace(face_data ?? [], options["face_choose[].face_id"]);
  const { data } = await client.json("POST", "/v1/videos/advanced-lip-sync", {
    call,
    paid: true,
    body: toBody({
      session_id,
      "face_choose[].sound_file": sound_file,
      ...cut(face, lengths),
      ...options,
      "face_choose[].face_id": face.face_id,
      external_task_id: externalIdOf(call.idempotencyKey),
      ...(request.callback === undefined ? {} : { callback_url: request.callback.url }),
    }),
    schema: createdSchema,
  });
  return { kind: "lip-sync", task: data.data.task_id, requestId: data.request_id ?? undefined };
}

interface Lengths {
  readonly videoMs: number;
  readonly soundMs: number;
}

/**
 * Checks the lengths. Kling does not document whether it bills the video or the recording, so neither may
 * exceed the paid seconds.
 */
async function measure(
  { video, sound }: { video: AdapterInput; sound: AdapterInput },
  request: AdapterRequest,
  seconds: number,
): Promise<Lengths> {
  checkBytes(video, videoBytesMax);
  checkBytes(sound, soundBytesMax);
  const videoMs = await knownLengthMs(video);
  const measured = await knownLengthMs(sound);
  // Kling refuses a cut after the end, and decoders differ by a frame or two.
  const soundMs = Math.floor(measured / 100) * 100;
  const { kind } = videoMs > soundMs ? video : sound;
  checkPaidMs({ kind, ms: Math.max(videoMs, soundMs) }, request, seconds);
  if (soundMs < soundMsMin || videoMs < soundMsMin) {
    throw new AppError("input_invalid", {
      details: { reason: "a video and a recording of at least two seconds are needed" },
    });
  }
  return { videoMs: Math.floor(videoMs), soundMs };
}

/** Returns the requested face, otherwise the face that is visible the longest. */
function chooseFace(faces: readonly Face[], requested: unknown): Face {
  const seenMs = ({ start_time, end_time }: Face) => end_time - start_time;
  const [longest] = faces.toSorted((left, right) => seenMs(right) - seenMs(left));
  const face =
    requested === undefined ? longest : faces.find(({ face_id }) => face_id === requested);
  if (face !== undefined) return face;
  throw new AppError("input_invalid", {
    details: {
      reason:
        longest === undefined
          ? "no face was found in the video"
          : `the video has these faces: ${faces.map(({ face_id }) => face_id).join(", ")}`,
    },
  });
}

/**
 * Places the audio at the start of the video, or at the face's first appearance when the overlap is too
 * short.
 */
function cut(face: Face, { videoMs, soundMs }: Lengths): MappedRequest["values"] {
  const endMs = Math.min(soundMs, videoMs);
  const meetsMs = Math.min(face.end_time, endMs) - face.start_time;
  const insertMs = meetsMs >= soundMsMin ? 0 : face.start_time;
  return {
    "face_choose[].sound_start_time": 0,
    "face_choose[].sound_end_time": Math.min(soundMs, videoMs - insertMs),
    "face_choose[].sound_insert_time": insertMs,
  };
}

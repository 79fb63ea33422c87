import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { addressOrData, checkBytes } from "#activities/providers/encode-input.ts";
import { unreadable, usualResponseBytesMax } from "#activities/providers/http.ts";
import { base64Schema } from "#activities/providers/large-base64.ts";
import { inputsAt, mapForProvider, toFormParts } from "#activities/providers/map-for-provider.ts";
import type { FormPart } from "#activities/providers/request-body.ts";
import { base64File, bytesFile, succeeded, textFile } from "#activities/providers/result-file.ts";
import { AppError } from "#domain/errors.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";
import { sizeOf } from "#domain/requests/sizes.ts";
import { extensionOf } from "#storage/media-type.ts";

import { costOf, usageSchema } from "./image-cost.ts";
import { background, drawInBackground, isInBackground } from "./openai-background.ts";
import { bodyImageBytesMax, client, imageTypeOf, maskOf } from "./openai-client.ts";

/**
 * Adapter of OpenAI (types of openai 7.55.0). Each response contains the result, so there is no polling,
 * cancellation or lookup, and a lost response stays lost. Operators can have images drawn in the background
 * instead. Images come as base64, speech as bytes. Edits and transcriptions are forms; a mask marks its area
 * by transparency, not by white.
 */
const imageBytesMax = 50_000_000;
const audioBytesMax = 25_000_000;
/** Limit for a response with images, which is held in memory. */
const responseBytesMax = 256 * 1024 * 1024;
/** An uncompressed pixel with transparency, in base64: no image is larger. */
const pixelBytesMax = (4 * 4) / 3;
const otherBytesMax = 1024 * 1024;
/** Bounds of a size: the pixels of 3840x2160, its longer side, and 3:1 or 1:3. */
const pixelsMax = 8_294_400;
const sideMax = 3_840;
const ratioMax = 3;

export const openai: ProviderAdapter = {
  submit,

  ...background,

  async checkHealth(call) {
    await client.nothing("GET", "/models", { call, paid: false });
  },
};

type Maker = (
  request: AdapterRequest,
  mapped: MappedRequest,
  call: ProviderCall,
) => Promise<SubmitResult>;

const makers: Partial<Record<Capability, Maker>> = {
  "text-to-image": draw,
  "image-to-image": draw,
  inpainting: draw,
  "text-to-speech": speak,
  "speech-to-text": transcribe,
  "vision-analysis": describe,
};

async function submit(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const maker = makers[request.capability];
  if (maker === undefined) throw new AppError("model_lacks_capability");
  return maker(request, mapForProvider(request), call);
}

const imagesSchema = z.object({
  data: z.array(z.object({ b64_json: base64Schema })).min(1),
  usage: usageSchema,
});

async function draw(
  request: AdapterRequest,
  mapped: MappedRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  checkSize(mapped.values);
  if (isInBackground(mapped, call)) return drawInBackground(request, mapped, call);
  const { values, inputs } = mapped;
  const fields = { model: request.upstreamModel, ...values };
  const { moderation: _, ...withoutModeration } = fields as Record<string, unknown>;
  const pictures = inputsAt(request, inputs["image"] ?? []);
  const form =
    pictures.length === 0
      ? undefined
      : [
          ...toFormParts(withoutModeration, listName),
          ...pictures.map((input) => filePart("image[]", input, imageBytesMax)),
          ...(await maskParts(inputsAt(request, inputs["mask"] ?? []))),
        ];
  const { data, answer } = await client.json(
    "POST",
    form === undefined ? "/images/generations" : "/images/edits",
    {
      call,
      paid: true,
      ...(form === undefined ? { body: fields } : { form }),
      responseBytesMax: imagesBytesMax(values),
      hasBase64: true,
      schema: imagesSchema,
    },
  );
  const contentType = imageTypeOf(values);
  const files = await Promise.all(
    data.data.map(async ({ b64_json }) =>
      base64File(b64_json, { family: "image", contentType, paid: true }),
    ),
  );
  return succeeded({ files, ...costOf(data.usage) }, answer.requestId);
}

/** Refuses sizes that the provider refuses. */
function checkSize({ size }: MappedRequest["values"]): void {
  const sides = sizeOf(String(size));
  if (sides === null) return;
  const [shorter, longer] = [sides.width, sides.height].toSorted((one, other) => one - other);
  const isSold =
    sides.width * sides.height <= pixelsMax &&
    Number(longer) <= Math.min(sideMax, Number(shorter) * ratioMax);
  if (isSold) return;
  const message = `The model does not make images of ${String(size)}: at most 3840x2160, and 3:1 or 1:3.`;
  throw new AppError("parameter_not_supported", {
    details: { reason: message },
    issues: [{ pointer: "/parameters/width", code: "value_not_supported", message }],
  });
}

/**
 * Returns the largest size that the response can have. Refuses more images of a size than one response can
 * hold: a larger response would lose images that are paid for.
 */
function imagesBytesMax({ n = 1, size }: MappedRequest["values"]): number {
  const sides = sizeOf(String(size));
  const pixels = sides === null ? pixelsMax : sides.width * sides.height;
  const fitting = Math.floor((responseBytesMax - otherBytesMax) / (pixels * pixelBytesMax));
  if (sides !== null && Number(n) > fitting) {
    const message = `At most ${fitting} images of ${String(size)} fit into one response. Ask for fewer or smaller images.`;
    throw new AppError("parameter_not_supported", {
      details: { reason: message },
      issues: [{ pointer: "/parameters/count", code: "value_not_supported", message }],
    });
  }
  const bytes = Number(n) * pixels * pixelBytesMax + otherBytesMax;
  return Math.min(Math.max(Math.ceil(bytes), usualResponseBytesMax), responseBytesMax);
}

async function maskParts(masks: readonly AdapterInput[]): Promise<FormPart[]> {
  const parts: FormPart[] = [];
  for (const mask of masks) {
    parts.push({ name: "mask", fileName: "mask.png", file: await maskOf(mask) });
  }
  return parts;
}

/** Media types of the formats in the catalog row. */
const speechTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  opus: "audio/ogg",
  aac: "audio/aac",
  flac: "audio/flac",
  wav: "audio/wav",
  pcm: "audio/pcm",
};

async function speak(
  { upstreamModel }: AdapterRequest,
  { values }: MappedRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  const answer = await client.answer("POST", "/audio/speech", {
    call,
    paid: true,
    headers: { accept: "*/*" },
    body: { model: upstreamModel, ...values },
  });
  const contentType = speechTypes[wordOf(values, "response_format") ?? "mp3"] ?? answer.contentType;
  const file = bytesFile(answer.bytes, { family: "audio", contentType, paid: true });
  return succeeded({ files: [file] }, answer.requestId);
}

const transcriptSchema = z.object({
  text: z.string(),
  usage: z
    .object({ type: z.literal("duration"), seconds: z.number() })
    .nullish()
    .catch(null),
});

async function transcribe(
  request: AdapterRequest,
  { values, inputs }: MappedRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  const recordings = inputsAt(request, inputs["file"] ?? []);
  const fields = { model: request.upstreamModel, ...values, response_format: "json" };
  const { data, answer } = await client.json("POST", "/audio/transcriptions", {
    call,
    paid: true,
    form: [
      ...toFormParts(fields, listName),
      ...recordings.map((input) => filePart("file", input, audioBytesMax)),
    ],
    schema: transcriptSchema,
  });
  return succeeded(
    { files: [textFile(data.text)], ...transcriptionCost(request, data.usage?.seconds) },
    answer.requestId,
  );
}

/** Models that are billed by tokens have no price for a second that the response could be compared with. */
function transcriptionCost(
  { priced: { typicalUsd, typical } }: AdapterRequest,
  seconds: number | undefined,
): { costUsd?: number } {
  if (seconds === undefined || typical.seconds === undefined) return {};
  return { costUsd: (typicalUsd * seconds) / typical.seconds };
}

const usualQuestion = "Describe this image.";

const responseSchema = z.object({
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      content: z
        .array(
          z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() }),
        )
        .nullish(),
    }),
  ),
});

async function describe(
  request: AdapterRequest,
  { values, inputs }: MappedRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  const { detail = "auto", ...rest } = values;
  const images: object[] = [];
  for (const input of inputsAt(request, Object.values(inputs).flat())) {
    const image_url = await addressOrData(input, request, bodyImageBytesMax);
    images.push({ type: "input_image", image_url, detail });
  }
  const text = request.prompt.trim() === "" ? usualQuestion : request.prompt;
  const { data, answer } = await client.json("POST", "/responses", {
    call,
    paid: true,
    body: {
      model: request.upstreamModel,
      store: false,
      ...rest,
      input: [{ role: "user", content: [{ type: "input_text", text }, ...images] }],
    },
    schema: responseSchema,
  });
  return succeeded({ files: [textFile(readText(data))] }, answer.requestId);
}

function readText({
  output,
  incomplete_details: incomplete,
}: z.output<typeof responseSchema>): string {
  const parts = output.flatMap(({ content }) => content ?? []);
  const refusal = parts.find((part) => part.type === "refusal")?.refusal;
  if (refusal != null || incomplete?.reason === "content_filter") {
    throw new AppError("content_refused", {
      details: { reason: refusal ?? "the answer was filtered" },
    });
  }
  const text = parts
    .flatMap((part) => (part.type === "output_text" ? (part.text ?? []) : []))
    .join("");
  if (text === "") throw unreadable(true, "an answer without text");
  return text;
}

/** OpenAI's forms name a list with brackets. */
const listName = (name: string): string => `${name}[]`;

/** OpenAI determines a file's type by the extension of its name. */
function filePart(name: string, input: AdapterInput, bytesMax: number): FormPart {
  checkBytes(input, bytesMax);
  return { name, fileName: `${input.kind}.${extensionOf(input.contentType)}`, file: input };
}

function wordOf(values: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

import { buffer } from "node:stream/consumers";

import { z } from "zod";

import type {
  AdapterFile,
  AdapterInput,
  AdapterRequest,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { toAlphaMask } from "#activities/providers/alpha-mask.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import { unreadable } from "#activities/providers/http.ts";
import { base64Schema, type Base64 } from "#activities/providers/large-base64.ts";
import { inputsAt, mapForProvider, toFormParts } from "#activities/providers/map-for-provider.ts";
import { type FormPart, toFile } from "#activities/providers/request-body.ts";
import { base64File, bytesFile, succeeded, textFile } from "#activities/providers/result-file.ts";
import { AppError } from "#domain/errors.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import { discover } from "./discover.ts";
import { client, filePart, questions } from "./own-client.ts";
import { film, pollFilm } from "./own-video.ts";

/**
 * Adapter of servers with OpenAI's protocol: images, speech, transcription and videos (types of openai 7.55.0 and 6.49.0, and
 * the documentation of vLLM-Omni 0.30, SGLang 0.5, stable-diffusion.cpp, Speaches and Kokoro-FastAPI, read 2026-11). It sends
 * what the model's row states and nothing else: servers refuse fields that they do not know. Images, speech and transcripts are
 * in the response, so a lost one stays lost; videos are polled. Not verified: that a DELETE stops a running video, so nothing
 * is canceled, and that each server marks the area of a mask by transparency, as OpenAI does.
 */
export const openaiCompatible: ProviderAdapter = {
  async submit(request, call) {
    const make = makers[request.capability];
    if (make === undefined) throw new AppError("model_lacks_capability");
    return make(request, call);
  },

  poll: pollFilm,
  discover,

  async checkHealth(call) {
    try {
      await questions.nothing("GET", "/models", { call, paid: false });
    } catch (error) {
      if (!isOtherwiseAlive(error, call)) throw error;
    }
  },
};

/** A server without a list of models is alive, and so is one that is busy loading a model. */
function isOtherwiseAlive(error: unknown, { signal }: ProviderCall): boolean {
  if (signal.aborted) return true;
  return error instanceof AppError && [404, 405].includes(Number(error.details["status"]));
}

type Maker = (request: AdapterRequest, call: ProviderCall) => Promise<SubmitResult>;

const makers: Partial<Record<Capability, Maker>> = {
  "text-to-image": draw,
  "image-to-image": edit,
  inpainting: edit,
  "text-to-speech": speak,
  "speech-to-text": transcribe,
  "text-to-video": film,
  "image-to-video": film,
};

/** Limit for a response with images, which is held in memory. */
const imagesBytesMax = 256 * 1024 * 1024;
const maskBytesMax = 50_000_000;

const imagesSchema = z.object({
  data: z.array(z.object({ b64_json: base64Schema.nullish(), url: z.string().nullish() })).min(1),
});

async function draw(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values } = mapForProvider(request);
  const body = { model: request.upstreamModel, ...values, response_format: "b64_json" };
  return readImages("/images/generations", { call, body }, values);
}

async function edit(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values, inputs } = mapForProvider(request);
  const fields = { model: request.upstreamModel, ...values, response_format: "b64_json" };
  const files: FormPart[] = [];
  for (const [name, ordinals] of Object.entries(inputs)) {
    const given = inputsAt(request, ordinals);
    const partName = given.length > 1 ? `${name}[]` : name;
    for (const input of given) {
      files.push(input.kind === "mask" ? await maskPart(name, input) : filePart(partName, input));
    }
  }
  return readImages("/images/edits", { call, form: [...toFormParts(fields), ...files] }, values);
}

async function maskPart(name: string, mask: AdapterInput): Promise<FormPart> {
  checkBytes(mask, maskBytesMax);
  const bytes = await toAlphaMask(await buffer(mask.open()));
  return { name, fileName: "mask.png", file: toFile("image/png", bytes) };
}

async function readImages(
  path: string,
  content: { call: ProviderCall; body?: object; form?: readonly FormPart[] },
  values: MappedRequest["values"],
): Promise<SubmitResult> {
  const { data, answer } = await client.json("POST", path, {
    ...content,
    paid: true,
    responseBytesMax: imagesBytesMax,
    hasBase64: true,
    schema: imagesSchema,
  });
  const format = values["output_format"];
  const contentType = `image/${typeof format === "string" ? format : "png"}`;
  const files = await Promise.all(data.data.map(async (image) => imageFile(image, contentType)));
  return succeeded({ files }, answer.requestId);
}

/** Some servers ignore `response_format` and respond with a URL. */
async function imageFile(
  image: {
    readonly b64_json?: Base64 | null | undefined;
    readonly url?: string | null | undefined;
  },
  contentType: string,
): Promise<AdapterFile> {
  if (image.b64_json != null && image.b64_json.length > 0) {
    return base64File(image.b64_json, { family: "image", contentType, paid: true });
  }
  const url = URL.parse(image.url ?? "");
  if (url === null) throw unreadable(true, "an image without data");
  return { source: { url: url.href }, contentType };
}

async function speak(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values } = mapForProvider(request);
  const answer = await client.answer("POST", "/audio/speech", {
    call,
    paid: true,
    headers: { accept: "*/*" },
    body: { model: request.upstreamModel, ...values },
  });
  const stated = speechTypes[String(values["response_format"])] ?? answer.contentType;
  const file = bytesFile(answer.bytes, { family: "audio", contentType: stated, paid: true });
  return succeeded({ files: [file] }, answer.requestId);
}

/** Formats without a signature in their first bytes. */
const speechTypes: Readonly<Record<string, string>> = { pcm: "audio/pcm", aac: "audio/aac" };

const transcriptSchema = z.object({ text: z.string() });

async function transcribe(request: AdapterRequest, call: ProviderCall): Promise<SubmitResult> {
  const { values, inputs } = mapForProvider(request);
  const fields = { model: request.upstreamModel, ...values, response_format: "json" };
  const files = Object.entries(inputs).flatMap(([name, ordinals]) =>
    inputsAt(request, ordinals).map((input) => filePart(name, input)),
  );
  const { data, answer } = await client.json("POST", "/audio/transcriptions", {
    call,
    paid: true,
    form: [...toFormParts(fields), ...files],
    schema: transcriptSchema,
  });
  return succeeded({ files: [textFile(data.text)] }, answer.requestId);
}

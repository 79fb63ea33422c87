import { z } from "zod";

import type {
  AdapterInput,
  AdapterRequest,
  PollResult,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { checkBytes } from "#activities/providers/encode-input.ts";
import { inputsAt, mapForProvider, toFormParts } from "#activities/providers/map-for-provider.ts";
import type { FormPart } from "#activities/providers/request-body.ts";
import provider from "#catalog/providers/topaz-labs.ts";
import { AppError } from "#domain/errors.ts";
import type { Size } from "#domain/requests/sizes.ts";
import { extensionOf } from "#storage/media-type.ts";
import { pictureSize } from "#storage/picture-size.ts";

import { checkCost, costOf, isCanceled, isDone, topazClient } from "./topaz-client.ts";

const pictureBytesMax = 500_000_000;
const pictureTypes = ["image/jpeg", "image/png"];
/** Enlargement of a side, by default. */
const usualEnlargement = 2;
const megapixel = 1_048_576;
/** The provider rounds the other side, and the result must not exceed the paid size. */
const roundingShare = 0.998;

/** Names that the estimate uses for the models of an endpoint. */
const categories: Readonly<Record<string, string>> = {
  enhance: "Enhance",
  "enhance-gen": "Enhance",
  sharpen: "Sharpen",
  "sharpen-gen": "Sharpen",
  denoise: "Denoise",
  "restore-gen": "Restore",
  lighting: "Lighting",
};

const estimateSchema = z.object({ credits: z.number() });
const acceptedSchema = z.object({ process_id: z.string().min(1) });
const statusSchema = z.object({
  status: z.string(),
  progress: z.number().min(0).max(100).nullish().catch(null),
});
const downloadSchema = z.object({ download_url: z.url() });

/** Requests the free cost estimate, and sends the image when the price covers it. */
export async function submitPicture(
  request: AdapterRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  const inputFormat = request.inputsAreReachable ? "uri" : "binary";
  const mapped = mapForProvider(request, { inputFormat });
  const [name, ordinals] = Object.entries(mapped.inputs)[0] ?? [];
  const [picture] = inputsAt(request, ordinals ?? []);
  if (name === undefined || picture === undefined) throw noPicture("a picture is needed");
  const size = await readSize(picture);
  const endpoint = endpointOf(request);
  const {
    scale: _scale,
    output_width,
    output_height,
    output_format: format = "jpeg",
    ...options
  } = mapped.values;
  const sides = outputSize(request, { output_width, output_height }, size);
  const values = { ...options, ...sides, output_format: format };

  const { data: estimate } = await topazClient.json("POST", estimatePath(endpoint), {
    call,
    paid: false,
    body: {
      category: categories[endpoint],
      input_width: size.width,
      input_height: size.height,
      ...values,
    },
    schema: estimateSchema,
  });
  checkCost(request, {
    call,
    credits: estimate.credits,
    cure: () => "ask for a smaller result, or send a smaller picture",
  });

  const source: FormPart =
    name === "image"
      ? { name, fileName: `image.${extensionOf(picture.contentType)}`, file: picture }
      : { name, value: picture.url };
  const { callback } = request;
  const webhook = callback === undefined ? {} : { webhook_url: callback.url };
  const { data } = await topazClient.json("POST", `/image/v1/${endpoint}/async`, {
    call,
    paid: true,
    form: [...toFormParts({ ...values, ...webhook }), source],
    schema: acceptedSchema,
  });
  const contentType = format === "png" ? "image/png" : "image/jpeg";
  return {
    state: "accepted",
    handle: { kind: "image", id: data.process_id, contentType },
    providerRequestId: data.process_id,
    ...costOf(request, estimate.credits),
  };
}

export async function pollPicture(
  { id, contentType }: { readonly id: string; readonly contentType: string },
  call: ProviderCall,
): Promise<PollResult> {
  const place = encodeURIComponent(id);
  const { data } = await topazClient.json("GET", `/image/v1/status/${place}`, {
    call,
    paid: false,
    schema: statusSchema,
  });
  if (isCanceled(data.status, undefined)) return { state: "canceled" };
  if (!isDone(data.status)) {
    const { progress } = data;
    return { state: "running", ...(progress == null ? {} : { fraction: progress / 100 }) };
  }
  const { data: download } = await topazClient.json("GET", `/image/v1/download/${place}`, {
    call,
    paid: false,
    schema: downloadSchema,
  });
  return {
    state: "succeeded",
    result: { files: [{ source: { url: download.download_url }, contentType }] },
  };
}

async function readSize(picture: AdapterInput): Promise<Size> {
  checkBytes(picture, pictureBytesMax);
  if (!pictureTypes.includes(picture.contentType)) {
    throw noPicture("the provider takes JPEG and PNG");
  }
  const size = await pictureSize(picture);
  if (size === null) throw noPicture("the size of the image cannot be read from the file");
  return size;
}

function noPicture(reason: string): AppError {
  return new AppError("input_invalid", { details: { reason } });
}

function modelOf({ modelId }: AdapterRequest) {
  const model = provider.models.find(({ id }) => id === modelId);
  if (model === undefined) throw new Error(`no model ${modelId}`);
  return model;
}

/** `POST /image/v1/enhance/async` of the row is `enhance`. */
function endpointOf(request: AdapterRequest): string {
  const endpoint = /\/image\/v1\/([a-z-]+)\/async$/.exec(modelOf(request).endpoints[0] ?? "")?.[1];
  if (endpoint === undefined) throw new Error(`no endpoint of ${request.modelId}`);
  return endpoint;
}

function estimatePath(endpoint: string): string {
  return endpoint.endsWith("-gen") ? "/image/v1/estimate-gen" : "/image/v1/estimate";
}

/**
 * Returns the size of the result. One side suffices and keeps the shape. By default, upscaling doubles the
 * sides, up to the size in the price of the typical job.
 */
function outputSize(
  request: AdapterRequest,
  { output_width: wide, output_height: high }: Readonly<Record<string, unknown>>,
  { width, height }: Size,
): Readonly<Record<string, unknown>> {
  const { priced, parameters: known } = modelOf(request);
  const { capability, parameters } = request;
  if (known.properties["output_width"] === undefined) return {};
  const isHigh = parameters.height !== undefined;
  const isWide = parameters.width !== undefined || (wide !== undefined && !isHigh);
  if (isWide || isHigh) {
    return {
      ...(isWide ? { output_width: wide } : {}),
      ...(isHigh ? { output_height: high } : {}),
    };
  }
  if (parameters.scale !== undefined) return { output_width: Math.round(width * parameters.scale) };
  if (capability !== "upscaling") return {};
  const pixels = (priced.megapixels ?? 1) * megapixel * roundingShare;
  const fitting = Math.max(1, Math.sqrt(pixels / (width * height)));
  return { output_width: Math.floor(width * Math.min(usualEnlargement, fitting)) };
}

import type { AdapterRequest } from "#activities/providers/adapter.ts";
import { addressOrData } from "#activities/providers/encode-input.ts";
import { fillInputs, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { parameterOf } from "#domain/requests/map-request.ts";
import type { Size } from "#domain/requests/sizes.ts";
import { pictureSize } from "#storage/picture-size.ts";

const inputBytesMax = 20 * 1024 * 1024;

/** Builds the body of a request to fal, and the content type of its file for responses that state none. */
export async function falRequest(
  request: AdapterRequest,
): Promise<{ readonly body: Record<string, unknown>; readonly contentType: string }> {
  const mapped = mapForProvider(request);
  const filled = await fillInputs(request, mapped, async (input) =>
    addressOrData(input, request, inputBytesMax),
  );
  const values = { ...shareTransitions(filled), ...(await sizeOfInput(request, filled)) };
  return { body: toBody(values), contentType: contentTypeOf(request, values) };
}

/**
 * Sets an omitted size to the input's shape at one megapixel. Otherwise fal would use the input's size, which
 * also determines the price.
 */
async function sizeOfInput(
  { inputs, parameterSchema }: AdapterRequest,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const [name] = parameterOf(parameterSchema.properties ?? {}, "size") ?? [];
  const picture = inputs.find(({ kind }) => kind === "image");
  if (name === undefined || picture === undefined || values[name] !== undefined) return {};
  const size = await pictureSize(picture);
  return { [name]: size === null ? "landscape_4_3" : toOneMegapixel(size) };
}

/** fal bills every started megapixel, so the maximum is one. */
const pixels = { min: 262_144, max: 1_000_000 };
const sideStep = 16;

function toOneMegapixel({ width, height }: Size): Size {
  const area = width * height;
  const scale = Math.sqrt(Math.min(Math.max(area, pixels.min), pixels.max) / area);
  const toStep = (side: number) =>
    Math.max(sideStep, Math.floor((side * scale) / sideStep) * sideStep);
  return { width: toStep(width), height: toStep(height) };
}

/** Splits the requested duration of Pika into one transition between each two consecutive images. */
function shareTransitions({
  "transitions[].duration": whole,
  ...values
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { image_urls: given } = values;
  if (typeof whole !== "number" || !Array.isArray(given)) return values;
  const pictures: readonly unknown[] = given.length === 1 ? [given[0], given[0]] : given;
  const count = pictures.length - 1;
  const transitions = Array.from({ length: count }, (_, index) => ({
    duration: Math.floor(whole / count) + (index < whole % count ? 1 : 0),
  }));
  return { ...values, image_urls: pictures, transitions };
}

const modelTypes: Readonly<Record<string, string>> = {
  glb: "model/gltf-binary",
  usdz: "model/vnd.usdz+zip",
  fbx: "model/fbx",
  obj: "model/obj",
  stl: "model/stl",
};

/** Content type of the file for responses that state none. */
function contentTypeOf({ contentType }: AdapterRequest, values: Record<string, unknown>): string {
  const { output_format: image, geometry_file_format: mesh } = values;
  if (contentType === "video") return "video/mp4";
  if (contentType === "3d") return modelTypes[typeof mesh === "string" ? mesh : "glb"] ?? "";
  return `image/${typeof image === "string" ? image : "png"}`;
}

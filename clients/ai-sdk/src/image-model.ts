import type { ImageModelV4, ImageModelV4CallOptions } from "@ai-sdk/provider";
import type { Capability } from "@gme/client";

import { toInput } from "./inputs.ts";
import { fileMetadata, jobMetadata, readFile, responseOf } from "./job-metadata.ts";
import { automaticModel, readCountMax, type ModelSettings } from "./model-settings.ts";
import { runCall, type Call } from "./run-call.ts";
import { toSettings } from "./warnings.ts";

export function createImageModel(settings: ModelSettings): ImageModelV4 {
  const { name, modelId, engine } = settings;
  const can = async (capability: Capability): Promise<boolean | undefined> => {
    if (modelId === automaticModel) return true;
    try {
      return (await engine().models.get(modelId)).capabilities.includes(capability);
    } catch {
      // Unknown, such as for the name of a family.
      return undefined;
    }
  };
  return {
    specificationVersion: "v4",
    provider: `${name}.image`,
    modelId,
    maxImagesPerCall: async () => readCountMax(settings),
    get supportsFileInputs() {
      return can("image-to-image");
    },
    get supportsMaskInputs() {
      return can("inpainting");
    },
    async doGenerate(options) {
      const { result, warnings } = await runCall(settings, toCall(options), async (job) => {
        const images = job.outputs.filter(({ contentType }) => contentType.startsWith("image/"));
        const files = images.map(async (image) => readFile(image, options.abortSignal));
        return {
          images: await Promise.all(files),
          // The same order again gets the same job, so an empty result stays empty.
          isRetryable: false,
          providerMetadata: {
            [name]: {
              ...jobMetadata(job),
              images: images.map((image) => fileMetadata(image, job)),
            },
          },
          response: { ...responseOf(job, modelId), headers: undefined },
        };
      });
      return { ...result, warnings };
    },
  };
}

function toCall(options: ImageModelV4CallOptions): Call {
  const { prompt, n, size, aspectRatio, seed, files = [], mask } = options;
  const [width, height] = (size ?? "").split("x").map(Number);
  return {
    capability:
      mask !== undefined ? "inpainting" : files.length > 0 ? "image-to-image" : "text-to-image",
    prompt,
    inputs: [
      ...files.map((file) => toInput("image", file)),
      ...(mask === undefined ? [] : [toInput("mask", mask)]),
    ],
    ...(n === 1 ? {} : { required: { count: n } }),
    settings: toSettings({
      size: width === undefined || height === undefined ? undefined : { width, height },
      aspectRatio: aspectRatio === undefined ? undefined : { aspectRatio },
      seed: seed === undefined ? undefined : { seed },
    }),
    warnings: [],
    options,
  };
}

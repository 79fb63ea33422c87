import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import { parseForm } from "#api/doors/openai/fields.ts";
import {
  imageReferenceSchema,
  mediaBodyBytesMax,
  readReferences,
  type SentMedia,
  toSource,
} from "#api/doors/openai/media-references.ts";
import { loadModelNames } from "#api/doors/openai/models.ts";
import { readMediaForm } from "#api/doors/openai/read-media-form.ts";
import { answerVideo, toVideoRequest, videoFields, videoSchema } from "#api/doors/openai/videos.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";
import { orderErrors } from "#api/schemas/acceptance.ts";

const field = "input_reference";

const createSchema = z.strictObject({
  ...videoFields,
  input_reference: imageReferenceSchema.nullish(),
});

type Body = z.output<typeof createSchema>;
type Input = RouteInput<unknown, unknown, Body>;

export const createVideo = defineRoute({
  method: "post",
  path: "/openai/v1/videos",
  operationId: "openaiCreateVideo",
  summary: "Order a video from a prompt, and from a first image in `input_reference`",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  upload: createSchema,
  body: createSchema,
  bodyBytesMax: mediaBodyBytesMax,
  status: 200,
  response: videoSchema,
  errors: [...orderErrors, "asset_invalid", "asset_too_large", "asset_limit_reached"],
  idempotent: "job",
  examples: { body: { video: { prompt: "waves at a beach", seconds: "4", size: "1280x720" } } },
  async handle(input, dependencies) {
    const { fields, hashes, toInputs, discard } = await readOrder(input, dependencies);
    try {
      const capability = hashes.length === 0 ? "text-to-video" : "image-to-video";
      const order = {
        endpoint: "openaiCreateVideo",
        path: "/videos",
        sent: { fields, files: hashes },
        toRequest: async () =>
          toVideoRequest(fields, capability, await toInputs(), await loadModelNames(dependencies)),
      };
      return await answerVideo(fields, order, { inputField: field }, input, dependencies);
    } finally {
      await discard();
    }
  },
});

type VideoOrder = SentMedia & { readonly fields: Omit<Body, typeof field> };

async function readOrder(input: Input, dependencies: RequestDependencies): Promise<VideoOrder> {
  if (input.upload === null) return readBody(input.body, input, dependencies);
  const { fields, ...files } = await readMediaForm(
    input.upload,
    { fileFields: [field], filesMax: 1, parse: (given) => parseForm(createSchema, given) },
    input,
    dependencies,
  );
  if (files.hashes.length === 0) return readBody(fields, input, dependencies);
  const { keep, ...rest } = files;
  return {
    fields,
    ...rest,
    toInputs: async () =>
      (await keep()).map(({ assetId }) => ({ kind: "image" as const, assetId })),
  };
}

async function readBody(
  { input_reference: image, ...fields }: Body,
  input: Input,
  dependencies: RequestDependencies,
): Promise<VideoOrder> {
  const references =
    image == null
      ? []
      : [{ pointer: `/${field}`, kind: "image" as const, source: toSource(image) }];
  return { fields, ...(await readReferences(references, input, dependencies)) };
}

import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import { parseForm } from "#api/doors/openai/fields.ts";
import {
  answerImages,
  checkImageBody,
  imageErrors,
  imageEventSchema,
  imageSchema,
  imagesResponseSchema,
  toImageRequest,
} from "#api/doors/openai/images.ts";
import {
  imageReferenceSchema,
  mediaBodyBytesMax,
  type MediaReference,
  readReferences,
  type SentMedia,
  toSource,
} from "#api/doors/openai/media-references.ts";
import { loadModelNames } from "#api/doors/openai/models.ts";
import { readMediaForm } from "#api/doors/openai/read-media-form.ts";
import { requireAtMost, requireFile } from "#api/doors/openai/require-file.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";

const imagesMax = 16;

const editSchema = imageSchema.extend({
  images: z.array(imageReferenceSchema).min(1).max(imagesMax),
  mask: imageReferenceSchema.nullish(),
});

/** A mask as text would be lost: in a form it is a file. */
const formSchema = imageSchema.extend({ mask: z.undefined().optional() });

type Input = RouteInput<unknown, unknown, z.output<typeof editSchema>>;

export const editImage = defineRoute({
  method: "post",
  path: "/openai/v1/images/edits",
  operationId: "openaiEditImage",
  summary: "Change images as a prompt says (form with `image` or `image[]`, or JSON with `images`)",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  upload: imageSchema,
  body: editSchema,
  bodyBytesMax: mediaBodyBytesMax,
  status: 200,
  response: imagesResponseSchema,
  streams: imageEventSchema,
  errors: [...imageErrors, "asset_invalid", "asset_too_large", "asset_limit_reached"],
  idempotent: "job",
  examples: {
    body: {
      edit: {
        prompt: "make the fox blue",
        images: [{ image_url: "https://example.com/fox.png" }],
      },
    },
  },
  async handle(input, dependencies) {
    const { fields, hashes, toInputs, discard } = await (input.upload === null
      ? readBody(input, dependencies)
      : readForm(input.upload, input, dependencies));
    try {
      checkImageBody(fields);
      const order = {
        endpoint: "openaiEditImage",
        path: "/images/edits",
        sent: { fields, files: hashes },
        toRequest: async () =>
          toImageRequest(fields, await toInputs(), await loadModelNames(dependencies)),
      };
      return await answerImages(fields, order, "image_edit.completed", input, dependencies);
    } finally {
      await discard();
    }
  },
});

type Edit = SentMedia & { readonly fields: z.output<typeof imageSchema> };

async function readBody(input: Input, dependencies: RequestDependencies): Promise<Edit> {
  const { images, mask, ...fields } = input.body;
  const references = images.map((image, index): MediaReference => ({
    pointer: `/images/${index}`,
    kind: "image",
    source: toSource(image),
  }));
  const marked: MediaReference[] =
    mask == null
      ? []
      : [{ pointer: "/mask", kind: "mask", markedBy: "alpha", source: toSource(mask) }];
  const sent = await readReferences([...references, ...marked], input, dependencies);
  return { fields, ...sent };
}

async function readForm(
  upload: NonNullable<Input["upload"]>,
  input: Input,
  dependencies: RequestDependencies,
): Promise<Edit> {
  const { fields, hashes, keep, discard } = await readMediaForm(
    upload,
    {
      fileFields: ["image", "image[]", "mask"],
      filesMax: imagesMax + 1,
      parse: (given) => parseForm(formSchema, given),
    },
    input,
    dependencies,
  );
  const images = hashes.filter((hash) => !hash.startsWith("mask "));
  try {
    requireFile(images, "image");
    requireAtMost(hashes.length - images.length, 1, "mask");
    requireAtMost(images.length, imagesMax, "image");
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    fields,
    hashes,
    discard,
    toInputs: async () =>
      (await keep())
        .map(({ field, assetId }) =>
          field === "mask"
            ? { kind: "mask" as const, markedBy: "alpha" as const, assetId }
            : { kind: "image" as const, assetId },
        )
        .toSorted((one, other) => one.kind.localeCompare(other.kind)),
  };
}

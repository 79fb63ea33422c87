import { z } from "zod";

import { parseForm } from "#api/doors/openai/fields.ts";
import {
  answerImages,
  checkImageBody,
  imageErrors,
  imageEventSchema,
  imageSchema,
  imagesResponseSchema,
  listCallable,
  toImageRequest,
} from "#api/doors/openai/images.ts";
import { readMediaForm } from "#api/doors/openai/read-media-form.ts";
import { refuseNoForm, requireFile } from "#api/doors/openai/require-file.ts";
import { defineRoute } from "#api/http/route.ts";

const imagesMax = 16;

export const editImage = defineRoute({
  method: "post",
  path: "/openai/v1/images/edits",
  operationId: "openaiEditImage",
  summary: "Change images as a prompt says (form with `image` or `image[]`)",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  upload: imageSchema,
  status: 200,
  response: imagesResponseSchema,
  streams: imageEventSchema,
  errors: [...imageErrors, "asset_invalid", "asset_too_large", "asset_limit_reached"],
  idempotent: "job",
  async handle(input, dependencies) {
    const form = await readMediaForm(
      input.upload ?? refuseNoForm("image"),
      {
        fileFields: ["image", "image[]"],
        filesMax: imagesMax,
        parse: (fields) => parseForm(imageSchema.extend(refusedFields), fields),
      },
      input,
      dependencies,
    );
    const { fields, sha256, keep, discard } = form;
    try {
      requireFile(sha256, "image");
      checkImageBody(fields);
      const order = {
        endpoint: "openaiEditImage",
        path: "/images/edits",
        sent: { fields, files: sha256 },
        toRequest: async () => {
          const inputs = (await keep()).map((assetId) => ({ kind: "image" as const, assetId }));
          return toImageRequest(fields, inputs, await listCallable(dependencies));
        },
      };
      return await answerImages(fields, order, "image_edit.completed", input, dependencies);
    } finally {
      await discard();
    }
  },
});

/** A mask as text would be lost; as a file it is refused because no field of the form takes it. */
const refusedFields = { mask: z.undefined().optional() };

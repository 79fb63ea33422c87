import {
  answerImages,
  checkImageBody,
  imageErrors,
  imageEventSchema,
  imageSchema,
  imagesResponseSchema,
  toImageRequest,
} from "#api/doors/openai/images.ts";
import { loadModelNames } from "#api/doors/openai/models.ts";
import { defineRoute } from "#api/http/route.ts";

export const createImage = defineRoute({
  method: "post",
  path: "/openai/v1/images/generations",
  operationId: "openaiCreateImage",
  summary: "Generate images from a prompt",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  body: imageSchema,
  status: 200,
  response: imagesResponseSchema,
  streams: imageEventSchema,
  errors: imageErrors,
  idempotent: "job",
  examples: { body: { image: { prompt: "a red fox", size: "1024x1024" } } },
  async handle(input, dependencies) {
    const { body } = input;
    checkImageBody(body);
    const order = {
      endpoint: "openaiCreateImage",
      path: "/images/generations",
      sent: { fields: body, files: [] },
      toRequest: async () => toImageRequest(body, [], await loadModelNames(dependencies)),
    };
    return answerImages(body, order, "image_generation.completed", input, dependencies);
  },
});

import { defineRoute } from "#api/http/route.ts";
import { contentTypeEntrySchema } from "#api/schemas/catalog.ts";
import { listOf } from "#api/schemas/common.ts";
import {
  capabilities,
  capabilityRules,
  type ContentType,
  contentTypes,
  contentTypeTitles,
} from "#domain/requests/capability.ts";

/** Media types of results. */
const formats: Record<ContentType, readonly string[]> = {
  image: ["image/png", "image/jpeg", "image/webp"],
  video: ["video/mp4", "video/webm"],
  audio: ["audio/wav", "audio/mpeg", "audio/ogg", "audio/flac", "audio/mp4"],
  "3d": ["model/gltf-binary"],
};

export const listContentTypes = defineRoute({
  method: "get",
  path: "/v1/content-types",
  operationId: "listContentTypes",
  summary: "List content types",
  description: "Image, video, audio and 3D: their capabilities, output formats and input limits.",
  tags: ["Catalog"],
  access: { permission: "models:read" },
  status: 200,
  response: listOf(contentTypeEntrySchema),
  errors: [],
  conditional: true,
  async handle(_input, { loadCatalog, settings }) {
    const { candidates, contentTypeOf } = await loadCatalog();
    return {
      data: contentTypes.map((contentType) => {
        const models = candidates.filter(
          ({ modelId }) => contentTypeOf.get(modelId) === contentType,
        );
        return {
          contentType,
          title: contentTypeTitles[contentType],
          capabilities: capabilities.filter(
            (capability) => capabilityRules[capability].contentType === contentType,
          ),
          formats: [...formats[contentType]],
          inputBytesMax: settings.inputBytesMax,
          models: models.length,
          modelsAvailable: models.filter((model) => model.unavailable === null).length,
        };
      }),
    };
  },
});

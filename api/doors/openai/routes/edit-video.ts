import { z } from "zod";

import { bringAsset } from "#api/accept/bring-asset.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { parseForm } from "#api/doors/openai/fields.ts";
import { loadModelNames } from "#api/doors/openai/models.ts";
import { readMediaForm } from "#api/doors/openai/read-media-form.ts";
import { requireFile } from "#api/doors/openai/require-file.ts";
import {
  answerVideo,
  findVideo,
  findVideoFile,
  toVideoRequest,
  videoFields,
  videoSchema,
} from "#api/doors/openai/videos.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";
import { orderErrors } from "#api/schemas/acceptance.ts";
import { createAsset } from "#db/jobs/assets.ts";

const referenceSchema = z.strictObject({ id: z.string().min(1).max(200) });
const editSchema = z.strictObject({ ...videoFields, video: referenceSchema });
const formSchema = editSchema.extend({ video: referenceSchema.optional() });

type Input = RouteInput<unknown, unknown, z.output<typeof editSchema>>;

export const editVideo = defineRoute({
  method: "post",
  path: "/openai/v1/videos/edits",
  operationId: "openaiEditVideo",
  summary: "Change a video as a prompt says (form with `video`, or JSON with `video.id`)",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  upload: formSchema,
  body: editSchema,
  status: 200,
  response: videoSchema,
  errors: [
    ...orderErrors,
    "job_not_found",
    "job_not_final",
    "output_not_found",
    "output_expired",
    "asset_invalid",
    "asset_too_large",
    "asset_limit_reached",
  ],
  idempotent: "job",
  examples: {
    body: {
      edit: {
        prompt: "black and white",
        video: { id: "job_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10" },
      },
    },
  },
  async handle(input, dependencies) {
    const { fields, hashes, keepVideo, discard } = await readEdit(input, dependencies);
    try {
      const order = {
        endpoint: "openaiEditVideo",
        path: "/videos/edits",
        sent: { fields, files: hashes },
        toRequest: async () => {
          const inputs = [{ kind: "video" as const, assetId: await keepVideo() }];
          return toVideoRequest(
            fields,
            "video-editing",
            inputs,
            await loadModelNames(dependencies),
          );
        },
      };
      return await answerVideo(fields, order, { inputField: "video" }, input, dependencies);
    } finally {
      await discard();
    }
  },
});

interface Edit {
  readonly fields: Omit<z.output<typeof formSchema>, "video">;
  readonly hashes: readonly string[];
  /** Returns the id of the asset. */
  readonly keepVideo: () => Promise<string>;
  readonly discard: () => Promise<void>;
}

async function readEdit(input: Input, dependencies: RequestDependencies): Promise<Edit> {
  if (input.upload === null) return readReference(input.body, input, dependencies);
  const { fields, hashes, keep, discard } = await readMediaForm(
    input.upload,
    { fileFields: ["video"], filesMax: 1, parse: (given) => parseForm(formSchema, given) },
    input,
    dependencies,
  );
  const { video, ...others } = fields;
  if (video !== undefined) return readReference({ ...others, video }, input, dependencies);
  requireFile(hashes, "video");
  const keepVideo = async () => (await keep())[0]?.assetId ?? "";
  return { fields: others, hashes, keepVideo, discard };
}

/** An earlier video, which becomes an asset, so that the edit does not depend on how long the video is kept. */
function readReference(
  { video: { id }, ...fields }: z.output<typeof editSchema>,
  input: Input,
  dependencies: RequestDependencies,
): Edit {
  return {
    fields,
    hashes: [`video ${id}`],
    discard: async () => undefined,
    async keepVideo() {
      const { organizationId, accountId } = input.caller;
      const { em, storage } = dependencies;
      const file = await findVideoFile(await findVideo(id, input, dependencies), dependencies);
      const brought = await bringAsset({ outputId: file.id }, input, dependencies);
      if ("asset" in brought) return brought.asset.id;
      const row = { ...brought.row, organizationId, accountId };
      const { asset, created } = await createAsset(em.fork(), row);
      if (!created) await storage.delete(row.storageKey);
      return asset.id;
    },
  };
}

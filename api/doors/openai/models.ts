import { z } from "zod";

import { type CatalogModel } from "#db/providers/catalog.ts";

/** Lets the engine choose the model. */
export const automaticModel = "auto";

/**
 * Names of OpenAI's models that tools have built in. A name that the catalog lacks means `auto`; the response names the
 * model that made the result.
 */
export const aliases = [
  "dall-e-2",
  "dall-e-3",
  "gpt-image-1",
  "gpt-image-1.5",
  "tts-1",
  "tts-1-hd",
  "gpt-4o-mini-tts",
  "whisper-1",
  "gpt-4o-transcribe",
] as const;

export const openaiModelSchema = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    created: z.int(),
    owned_by: z.string(),
    shutdown_date: z.string().nullable(),
  })
  .meta({ id: "OpenaiModel" });

export type OpenaiModel = z.output<typeof openaiModelSchema>;

/** `created` is 0: the catalog does not record when a model was published. */
export function presentOpenaiModel({ model, provider }: CatalogModel): OpenaiModel {
  return {
    id: model.id,
    object: "model",
    created: 0,
    owned_by: provider.slug,
    shutdown_date: model.retiresOn ?? null,
  };
}

/** `auto`, or a name that means it. */
export function presentNamedModel(id: string): OpenaiModel {
  return { id, object: "model", created: 0, owned_by: "engine", shutdown_date: null };
}

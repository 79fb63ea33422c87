import { z } from "zod";

import type { ApiSettings, RequestDependencies } from "#api/dependencies.ts";
import type { CatalogModel } from "#db/providers/catalog.ts";

/** Lets the engine choose the model. */
export const automaticModel = "auto";

/**
 * Names of OpenAI's models that tools have built in. A name that the catalog lacks means `auto`; the response names the
 * model that made the result. `OPENAI_DOOR_ALIASES=off` makes them unknown.
 */
const aliases: readonly string[] = [
  "dall-e-2",
  "dall-e-3",
  "gpt-image-1",
  "gpt-image-1.5",
  "tts-1",
  "tts-1-hd",
  "gpt-4o-mini-tts",
  "whisper-1",
  "gpt-4o-transcribe",
];

/** `auto`, and the names that mean it where the catalog has no model of this name. */
export function listAutomaticNames({
  openaiAliases,
}: Pick<ApiSettings, "openaiAliases">): readonly string[] {
  return openaiAliases ? [automaticModel, ...aliases] : [automaticModel];
}

export interface ModelNames {
  /** True for a name that lets the engine choose. A model that the organization can call is never replaced. */
  isAutomatic(model: string): boolean;
}

export async function loadModelNames({
  loadCatalog,
  settings,
}: Pick<RequestDependencies, "loadCatalog" | "settings">): Promise<ModelNames> {
  const { candidates } = await loadCatalog();
  const callable = new Set(
    candidates.flatMap(({ modelId, unavailable }) => (unavailable === null ? modelId : [])),
  );
  const automatic = listAutomaticNames(settings);
  return { isAutomatic: (model) => !callable.has(model) && automatic.includes(model) };
}

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

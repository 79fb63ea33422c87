import type { Model } from "@gme/client";

type Texts = Readonly<Record<string, string>>;
type SearchedModel = Pick<
  Model,
  "id" | "displayName" | "providerName" | "description" | "capabilities"
>;

/** Models that contain each word of a search in their English texts or in these, in upper or lower case. */
export function findModels<Found extends SearchedModel>(
  models: readonly Found[],
  search: string,
  { descriptions, capabilities }: { readonly descriptions: Texts; readonly capabilities: Texts },
): Found[] {
  const words = search.toLocaleLowerCase("de").split(/\s+/);
  return models.filter((model) => {
    const text = [
      model.id,
      model.displayName,
      model.providerName,
      model.description,
      descriptions[model.description],
      ...model.capabilities.map((capability) => capabilities[capability]),
    ]
      .join("\n")
      .toLocaleLowerCase("de");
    return words.every((word) => text.includes(word));
  });
}

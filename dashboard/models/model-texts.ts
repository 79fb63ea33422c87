import { germanTexts } from "#words/german-texts.ts";

/** Translates descriptions of models, the jobs of their typical prices, and differences between hosts. */
export const useModelTexts = germanTexts(async () => {
  const [{ modelDescriptions }, { modelTerms }] = await Promise.all([
    import("#words/de/model-descriptions.ts"),
    import("#words/de/model-terms.ts"),
  ]);
  return { ...modelDescriptions, ...modelTerms };
});

import { germanTexts } from "#words/german-texts.ts";

/** Translates descriptions of parameters. */
export const useParameterTexts = germanTexts(
  async () => (await import("#words/de/parameter-descriptions.ts")).parameterDescriptions,
);

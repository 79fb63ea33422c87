import { use } from "react";

import { textOf, useLanguage } from "./words.ts";

type Texts = Readonly<Record<string, string>>;
type Translate = (text: string) => string;

const unchanged: Translate = (text) => text;

/**
 * Makes a hook for texts of the catalog, which has English ones only: the German ones load where they are shown, and a
 * component suspends until they have arrived. An unknown text, such as one of an operator's own model, stays as it is.
 */
export function germanTexts(load: () => Promise<Texts>): () => Translate {
  let started: { readonly texts: Promise<Texts> } | undefined;
  const start = () => {
    started ??= { texts: load() };
    return started;
  };
  // They arrive while the page reads its data. A failure is reported when they are shown.
  if (document.documentElement.lang === "de") start().texts.catch(() => undefined);
  return function useGermanTexts() {
    if (useLanguage() !== "de") return unchanged;
    const texts = use(start().texts);
    return (text) => textOf(texts, text);
  };
}

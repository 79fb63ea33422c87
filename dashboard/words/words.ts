import { useSyncExternalStore } from "react";

import { en, type Words } from "./en.ts";

export type { Words } from "./en.ts";
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Names of the languages in themselves. */
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch" };

/** Without texts of pages until the shell adds them; nothing that a person sees before it uses those. */
let english = en as Words;
let words = english;
let language: Language = "en";
const listeners = new Set<() => void>();

/** The words of the chosen language. Components that use them render again after a change. */
export function useWords(): Words {
  return useSyncExternalStore(
    subscribe,
    () => words,
    () => words,
  );
}

export function useLanguage(): Language {
  return useSyncExternalStore(
    subscribe,
    () => language,
    () => language,
  );
}

/** For functions outside of components. */
export function currentLanguage(): Language {
  return language;
}

/** Loads a language and shows the page in it. English needs no request, because it is the fallback. */
export async function loadLanguage(wanted: string): Promise<void> {
  const next = languages.find((one) => one === wanted) ?? "en";
  words = next === "de" ? (await import("./de.ts")).de : english;
  language = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

/** Adds the texts of pages in English. The German ones are loaded together. */
export function addPages(pages: Omit<Words, keyof typeof en>): void {
  english = { ...en, ...pages };
  if (language !== "en") return;
  words = english;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Text of a value of the API. A value that this version does not know has the text of the API, or is shown as it is. */
export function textOf(
  texts: Readonly<Record<string, string>>,
  value: string,
  unknown: string = value,
): string {
  return texts[value] ?? unknown;
}

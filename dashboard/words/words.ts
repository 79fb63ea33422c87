import { useSyncExternalStore } from "react";

import { en, type Words } from "./en.ts";
import type { pages } from "./en/pages.ts";

export type { Words } from "./en.ts";
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Names of the languages in themselves. */
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch" };

/** Module of `en/` with the texts of a page, such as `{ library: … }`. */
type Texts = Partial<typeof pages>;
type Together<All extends readonly Texts[]> = All extends readonly [
  infer First,
  ...infer Others extends readonly Texts[],
]
  ? First & Together<Others>
  : unknown;

/** Null until a language other than English is chosen. */
let german: Words | null = null;
let language: Language = "en";
const listeners = new Set<() => void>();
const joined = new WeakMap<object, WeakMap<object, object>>();

/**
 * Texts that every page needs, and those of the given modules of `en/`, in the chosen language. A module imports the texts that it shows,
 * so they arrive with it, and no page loads those of others. Components that use them render again after a change.
 */
export function useWords<const All extends readonly Texts[]>(
  ...texts: All
): typeof en & Together<All> {
  const other = useSyncExternalStore(
    subscribe,
    () => german,
    () => german,
  );
  // Safe to cast: German has the texts of every page, and English those that are added here.
  return (other ?? texts.reduce<object>(join, en)) as typeof en & Together<All>;
}

/** Returns the same object for the same texts, so that it can be a dependency of hooks. */
function join(some: object, others: object): object {
  const known = joined.get(some) ?? new WeakMap<object, object>();
  joined.set(some, known);
  const both = known.get(others) ?? { ...some, ...others };
  known.set(others, both);
  return both;
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
  german = next === "de" ? (await import("./de.ts")).de : null;
  language = next;
  document.documentElement.lang = next;
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

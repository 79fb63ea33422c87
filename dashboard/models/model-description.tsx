import { lazy, Suspense } from "react";

import { useLanguage } from "#words/words.ts";

const load = async () => import("./german-description.tsx");
const GermanDescription = lazy(load);
// The texts arrive while the page reads its models. A failure is reported when they are shown.
if (document.documentElement.lang === "de") load().catch(() => undefined);

/** Description of a model in the language of the page. */
export function ModelDescription({ text }: { readonly text: string }) {
  if (useLanguage() !== "de") return text;
  return (
    <Suspense fallback={"\u00A0"}>
      <GermanDescription text={text} />
    </Suspense>
  );
}

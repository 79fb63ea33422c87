import { Suspense } from "react";

import { useModelTexts } from "./model-texts.ts";

interface Props {
  /** English text of the catalog. */
  readonly text: string;
}

/** Description of a model, or the job of its typical price, in the language of the page. */
export function ModelText({ text }: Props) {
  return (
    <Suspense fallback={"\u00A0"}>
      <Translated text={text} />
    </Suspense>
  );
}

function Translated({ text }: Props) {
  return useModelTexts()(text);
}

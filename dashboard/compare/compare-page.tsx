import { useNavigate, useSearch } from "@tanstack/react-router";

import { Page } from "#ui/page.tsx";
import * as compareTexts from "#words/en/compare.ts";
import { useWords } from "#words/words.ts";

import { CompareForm } from "./compare-form.tsx";
import { CompareResults } from "./compare-results.tsx";

/** Two to six models with one prompt: the choice with its price, then the results side by side. */
export function ComparePage() {
  const { compare } = useWords(compareTexts);
  const { batch } = useSearch({ from: "/shell/create/compare" });
  const navigate = useNavigate({ from: "/create/compare" });
  return (
    <Page title={compare.title}>
      <CompareForm
        onCreated={(created) =>
          void navigate({ search: (former) => ({ ...former, batch: created }) })
        }
      />
      {batch !== undefined && <CompareResults batchId={batch} />}
    </Page>
  );
}

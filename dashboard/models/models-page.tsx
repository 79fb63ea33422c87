import { Page } from "#ui/page.tsx";
import * as modelsTexts from "#words/en/models.ts";
import { useWords } from "#words/words.ts";

import { ModelFilters } from "./model-filters.tsx";
import { ModelList } from "./model-list.tsx";

/** The catalog. Filters and the models of a comparison are the URL. */
export function ModelsPage() {
  const { models } = useWords(modelsTexts);
  return (
    <Page title={models.title}>
      <ModelFilters />
      <ModelList />
    </Page>
  );
}

import { Page } from "#ui/page.tsx";
import { useWords } from "#words/words.ts";

import { ModelFilters } from "./model-filters.tsx";
import { ModelList } from "./model-list.tsx";

/** The catalog. Filters and the models of a comparison are the URL. */
export function ModelsPage() {
  const { models } = useWords();
  return (
    <Page title={models.title}>
      <ModelFilters />
      <ModelList />
    </Page>
  );
}

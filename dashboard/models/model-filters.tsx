import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { read } from "#contract/queries.ts";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { SearchField } from "#ui/search-field.tsx";
import * as createTexts from "#words/en/create.ts";
import * as modelsTexts from "#words/en/models.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./models.module.css";

type Filter = "type" | "capability" | "provider" | "search";

export function ModelFilters() {
  const { models, create } = useWords(createTexts, modelsTexts);
  const search = useSearch({ from: "/shell/models" });
  const navigate = useNavigate({ from: "/models" });
  const capabilities = useQuery(read("listCapabilities", {}));
  const providers = useQuery(read("listProviders", {}));
  const set = (name: Filter, value: string | undefined) => {
    const { [name]: _former, ...others } = search;
    const next = value === undefined ? others : { ...others, [name]: value };
    void navigate({ search: next, replace: true });
  };
  return (
    <div className={styles.filters}>
      <SearchField
        label={models.search}
        placeholder={models.searchHint}
        value={search.search}
        onChange={(value) => set("search", value)}
      />
      <FilterSelect
        label={models.type}
        anyLabel={models.any}
        value={search.type}
        options={toOptions(create.kinds)}
        onChange={(value) => set("type", value)}
      />
      <FilterSelect
        label={models.capability}
        anyLabel={models.any}
        value={search.capability}
        options={(capabilities.data?.data ?? []).map(({ capability }) => ({
          value: capability,
          label: textOf(models.capabilities, capability),
        }))}
        onChange={(value) => set("capability", value)}
      />
      <FilterSelect
        label={models.provider}
        anyLabel={models.any}
        value={search.provider}
        options={(providers.data?.data ?? []).map(({ slug, name }) => ({
          value: slug,
          label: name,
        }))}
        onChange={(value) => set("provider", value)}
      />
    </div>
  );
}

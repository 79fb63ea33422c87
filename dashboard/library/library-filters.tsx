import { useNavigate } from "@tanstack/react-router";

import { FilterChip } from "#ui/filter-chip.tsx";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { SearchField } from "#ui/search-field.tsx";
import * as createTexts from "#words/en/create.ts";
import * as libraryTexts from "#words/en/library.ts";
import { useWords } from "#words/words.ts";

import { useLibraryFilter } from "./use-library-filter.ts";

import styles from "./library.module.css";

export default function LibraryFilters({ models }: { readonly models: readonly string[] }) {
  const { library, create } = useWords(createTexts, libraryTexts);
  const filter = useLibraryFilter();
  const navigate = useNavigate({ from: "/library" });
  const set = (name: keyof typeof filter, value: string | undefined) => {
    const { [name]: _former, ...others } = filter;
    void navigate({ search: value === undefined ? others : { ...others, [name]: value } });
  };
  const shownModels = [
    ...new Set([...models, ...(filter.model === undefined ? [] : [filter.model])]),
  ];
  const filters = [
    ["kind", toOptions(create.kinds)],
    ["source", toOptions(library.sources)],
    ["model", shownModels.toSorted().map((id) => ({ value: id, label: id }))],
  ] as const;
  return (
    <>
      <SearchField
        label={library.search}
        placeholder={library.searchHint}
        value={filter.search}
        onChange={(value) => set("search", value)}
      />
      <div className={styles.selects}>
        {filters.map(([name, options]) => (
          <FilterSelect
            key={name}
            isInline
            label={library[name]}
            anyLabel={library.any}
            value={filter[name]}
            options={options}
            onChange={(value) => set(name, value)}
          />
        ))}
        {filter.label !== undefined && (
          <FilterChip text={filter.label} onRemove={() => set("label", undefined)} />
        )}
      </div>
    </>
  );
}

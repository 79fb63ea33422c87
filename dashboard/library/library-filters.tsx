import { useNavigate, useSearch } from "@tanstack/react-router";

import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { useWords } from "#words/words.ts";

export default function LibraryFilters({ models }: { readonly models: readonly string[] }) {
  const { library, create } = useWords();
  const search = useSearch({ from: "/shell/library" });
  const navigate = useNavigate({ from: "/library" });
  const set = (name: "kind" | "source" | "model", value: string | undefined) => {
    const { [name]: _former, file: _file, ...others } = search;
    void navigate({ search: value === undefined ? others : { ...others, [name]: value } });
  };
  const shownModels = [
    ...new Set([...models, ...(search.model === undefined ? [] : [search.model])]),
  ];
  const filters = [
    ["kind", toOptions(create.kinds)],
    ["source", toOptions(library.sources)],
    ["model", shownModels.toSorted().map((id) => ({ value: id, label: id }))],
  ] as const;
  return filters.map(([name, options]) => (
    <FilterSelect
      key={name}
      isInline
      label={library[name]}
      anyLabel={library.any}
      value={search[name]}
      options={options}
      onChange={(value) => set(name, value)}
    />
  ));
}

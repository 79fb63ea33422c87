import { useNavigate, useSearch } from "@tanstack/react-router";

import { Select } from "#ui/select.tsx";
import { useWords } from "#words/words.ts";

import styles from "./library.module.css";

const any = "any";

export function LibraryFilters({ models }: { readonly models: readonly string[] }) {
  const words = useWords();
  const search = useSearch({ from: "/shell/library" });
  const navigate = useNavigate({ from: "/library" });
  const set = (name: "kind" | "source" | "model", value: string) => {
    const { [name]: _former, file: _file, ...others } = search;
    void navigate({ search: value === any ? others : { ...others, [name]: value } });
  };
  const optionsOf = (texts: Readonly<Record<string, string>>) => [
    { value: any, label: words.library.any },
    ...Object.entries(texts).map(([value, label]) => ({ value, label })),
  ];
  const shownModels = [
    ...new Set([...models, ...(search.model === undefined ? [] : [search.model])]),
  ];
  return (
    <div className={styles.filters}>
      <Select
        isInline
        label={words.library.kind}
        value={search.kind ?? any}
        options={optionsOf(words.create.kinds)}
        onChange={(value) => set("kind", value)}
      />
      <Select
        isInline
        label={words.library.source}
        value={search.source ?? any}
        options={optionsOf(words.library.sources)}
        onChange={(value) => set("source", value)}
      />
      <Select
        isInline
        label={words.library.model}
        value={search.model ?? any}
        options={optionsOf(Object.fromEntries(shownModels.toSorted().map((id) => [id, id])))}
        onChange={(value) => set("model", value)}
      />
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

import { read } from "#contract/queries.ts";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { textOf, useWords } from "#words/words.ts";

import styles from "./models.module.css";

const any = "any";
/** The list is searched when nothing has been typed for this long. */
const pauseMs = 300;

type Filter = "type" | "capability" | "provider" | "search";

export function ModelFilters() {
  const words = useWords();
  const search = useSearch({ from: "/shell/models" });
  const navigate = useNavigate({ from: "/models" });
  const capabilities = useQuery(read("listCapabilities", {}));
  const providers = useQuery(read("listProviders", {}));
  const set = (name: Filter, value: string) => {
    const { [name]: _former, ...others } = search;
    const isAny = value === any || value === "";
    void navigate({ search: isAny ? others : { ...others, [name]: value }, replace: true });
  };
  const withAny = (options: readonly { readonly value: string; readonly label: string }[]) => [
    { value: any, label: words.models.any },
    ...options,
  ];
  return (
    <div className={styles.filters}>
      <SearchFilter value={search.search ?? ""} onChange={(value) => set("search", value)} />
      <Select
        label={words.models.type}
        value={search.type ?? any}
        options={withAny(
          Object.entries(words.create.kinds).map(([value, label]) => ({ value, label })),
        )}
        onChange={(value) => set("type", value)}
      />
      <Select
        label={words.models.capability}
        value={search.capability ?? any}
        options={withAny(
          (capabilities.data?.data ?? []).map(({ capability }) => ({
            value: capability,
            label: textOf(words.models.capabilities, capability),
          })),
        )}
        onChange={(value) => set("capability", value)}
      />
      <Select
        label={words.models.provider}
        value={search.provider ?? any}
        options={withAny(
          (providers.data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
        )}
        onChange={(value) => set("provider", value)}
      />
    </div>
  );
}

function SearchFilter({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { models } = useWords();
  const [text, setText] = useState(value);
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) onChange(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label={models.search}
      type="search"
      maxLength={200}
      placeholder={models.searchHint}
      value={text}
      onChange={setText}
    />
  );
}

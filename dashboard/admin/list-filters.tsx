import { useEffect, useEffectEvent, useState } from "react";

import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useWords } from "#words/words.ts";

import styles from "./admin.module.css";

const any = "any";
/** The list is searched when nothing has been typed for this long. */
const pauseMs = 300;

export interface ListFilter {
  readonly search?: string;
  readonly status?: string;
  readonly plan?: string;
}

/** Search, status and plan of users or organizations; the values are the URL. */
export function ListFilters({
  filter,
  statuses,
  onChange,
}: {
  readonly filter: ListFilter;
  readonly statuses: readonly string[];
  readonly onChange: (filter: ListFilter) => void;
}) {
  const { admin } = useWords();
  const [text, setText] = useState(filter.search ?? "");
  const set = (name: keyof ListFilter, value: string) => {
    const { [name]: _former, ...others } = filter;
    onChange(value === any || value === "" ? others : { ...others, [name]: value });
  };
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== (filter.search ?? "")) set("search", wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const withAny = (texts: Readonly<Record<string, string>>, values: readonly string[]) => [
    { value: any, label: admin.any },
    ...values.map((value) => ({ value, label: texts[value] ?? value })),
  ];
  return (
    <div className={styles.filters}>
      <TextField
        label={admin.search}
        type="search"
        maxLength={254}
        value={text}
        onChange={setText}
      />
      <Select
        label={admin.status}
        value={filter.status ?? any}
        options={withAny(admin.statuses, statuses)}
        onChange={(value) => set("status", value)}
      />
      <Select
        label={admin.plan}
        value={filter.plan ?? any}
        options={withAny(admin.plans, Object.keys(admin.plans))}
        onChange={(value) => set("plan", value)}
      />
    </div>
  );
}

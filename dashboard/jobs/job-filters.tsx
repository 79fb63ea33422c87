import { useNavigate, useSearch } from "@tanstack/react-router";

import { Select } from "#ui/select.tsx";
import { useWords } from "#words/words.ts";

import styles from "./jobs-page.module.css";

const any = "any";

export function JobFilters() {
  const words = useWords();
  const search = useSearch({ from: "/shell/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const set = (name: "status" | "type", value: string) => {
    const { [name]: _former, ...others } = search;
    void navigate({ search: value === any ? others : { ...others, [name]: value } });
  };
  const optionsOf = (texts: Readonly<Record<string, string>>) => [
    { value: any, label: words.jobs.any },
    ...Object.entries(texts).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className={styles.filters}>
      <Select
        isInline
        label={words.jobs.status}
        value={search.status ?? any}
        options={optionsOf(words.job.status)}
        onChange={(value) => set("status", value)}
      />
      <Select
        isInline
        label={words.jobs.type}
        value={search.type ?? any}
        options={optionsOf(words.create.kinds)}
        onChange={(value) => set("type", value)}
      />
    </div>
  );
}

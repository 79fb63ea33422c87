import { useNavigate, useSearch } from "@tanstack/react-router";

import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { useWords } from "#words/words.ts";

import styles from "./jobs-page.module.css";

export function JobFilters() {
  const { jobs, job, create } = useWords();
  const search = useSearch({ from: "/shell/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const set = (name: "status" | "type", value: string | undefined) => {
    const { [name]: _former, ...others } = search;
    void navigate({ search: value === undefined ? others : { ...others, [name]: value } });
  };
  const filters = [
    ["status", toOptions(job.status)],
    ["type", toOptions(create.kinds)],
  ] as const;
  return (
    <div className={styles.filters}>
      {filters.map(([name, options]) => (
        <FilterSelect
          key={name}
          isInline
          label={jobs[name]}
          anyLabel={jobs.any}
          value={search[name]}
          options={options}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  );
}

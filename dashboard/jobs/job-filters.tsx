import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";

import { type MarkedJobFilter, readJobCounts } from "#contract/job-marks.ts";
import { Button } from "#ui/button.tsx";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { ToggleSet } from "#ui/toggle-set.tsx";
import { formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./jobs-page.module.css";

const searchLengthMax = 200;

export default function JobFilters() {
  const { jobs, job, create } = useWords();
  const search: MarkedJobFilter = useSearch({ from: "/shell/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const counts = useQuery(readJobCounts(search)).data;
  const set = (name: keyof MarkedJobFilter, value: string | undefined) => {
    const { [name]: _former, ...others } = search;
    void navigate({
      search: value === undefined ? others : { ...others, [name]: value },
      replace: true,
    });
  };
  const chosen = search.status?.split(",") ?? [];
  const statuses = Object.entries(job.status).flatMap(([value, label]) => {
    const count = counts?.counts[value] ?? 0;
    if (count === 0 && !chosen.includes(value)) return [];
    const more = counts?.isComplete === false ? "+" : "";
    return [{ value, label: `${label} ${formatNumber(count)}${more}` }];
  });
  return (
    <>
      <div className={styles.row}>
        <SearchField
          label={jobs.search}
          placeholder={jobs.searchHint}
          maxLength={searchLengthMax}
          value={search.search}
          onChange={(value) => set("search", value)}
        />
        <FilterSelect
          label={jobs.type}
          anyLabel={jobs.any}
          value={search.type}
          options={toOptions(create.kinds)}
          onChange={(value) => set("type", value)}
        />
      </div>
      <div className={styles.row}>
        <ToggleSet
          label={jobs.marks}
          options={[{ value: "true", label: jobs.starred }]}
          values={search.starred === undefined ? [] : [search.starred]}
          onChange={([value]) => set("starred", value)}
        />
        {search.label !== undefined && (
          <Button onPress={() => set("label", undefined)}>
            {search.label}
            <X size={14} aria-label={jobs.removeLabel} />
          </Button>
        )}
        {/* Last, because it appears when the counts have arrived and must move nothing. */}
        <ToggleSet
          label={jobs.status}
          options={statuses}
          values={chosen}
          onChange={(values) => set("status", values.length === 0 ? undefined : values.join(","))}
        />
      </div>
    </>
  );
}

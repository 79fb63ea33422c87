import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { type MarkedJobFilter, readJobCounts } from "#contract/job-marks.ts";
import { FilterChip } from "#ui/filter-chip.tsx";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { ToggleSet } from "#ui/toggle-set.tsx";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import * as jobsTexts from "#words/en/jobs.ts";
import { formatDay, formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./jobs-page.module.css";

export default function JobFilters() {
  const { jobs, job, create } = useWords(createTexts, jobTexts, jobsTexts);
  const search: MarkedJobFilter = useSearch({ from: "/shell/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const counts = useQuery(readJobCounts(search)).data;
  const change = (filter: { readonly [Name in keyof MarkedJobFilter]: string | undefined }) => {
    const kept = Object.entries({ ...search, ...filter }).filter(
      ([, value]) => value !== undefined,
    );
    void navigate({ search: Object.fromEntries(kept), replace: true });
  };
  const days = [...new Set([search.from, search.to])].map((day) =>
    day === undefined ? "" : formatDay(day),
  );
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
          value={search.search}
          onChange={(value) => change({ search: value })}
        />
        <FilterSelect
          label={jobs.type}
          anyLabel={jobs.any}
          value={search.type}
          options={toOptions(create.kinds)}
          onChange={(value) => change({ type: value })}
        />
      </div>
      <div className={styles.row}>
        <ToggleSet
          label={jobs.marks}
          options={[{ value: "true", label: jobs.starred }]}
          values={search.starred === undefined ? [] : [search.starred]}
          onChange={([value]) => change({ starred: value })}
        />
        {search.label !== undefined && (
          <FilterChip text={search.label} onRemove={() => change({ label: undefined })} />
        )}
        {search.model !== undefined && (
          <FilterChip text={search.model} onRemove={() => change({ model: undefined })} />
        )}
        {days.join("") !== "" && (
          <FilterChip
            text={`${days.join(" – ")} (UTC)`}
            onRemove={() => change({ from: undefined, to: undefined })}
          />
        )}
        {/* Last, because it appears when the counts have arrived and must move nothing. */}
        <ToggleSet
          label={jobs.status}
          options={statuses}
          values={chosen}
          onChange={(values) =>
            change({ status: values.length === 0 ? undefined : values.join(",") })
          }
        />
      </div>
    </>
  );
}

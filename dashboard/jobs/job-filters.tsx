import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";

import { type MarkedJobFilter, readJobCounts } from "#contract/job-marks.ts";
import { Button } from "#ui/button.tsx";
import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { ToggleSet } from "#ui/toggle-set.tsx";
import { formatDay, formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "./jobs-page.module.css";

const searchLengthMax = 200;

export default function JobFilters() {
  const { jobs, job, create } = useWords();
  const search: MarkedJobFilter = useSearch({ from: "/shell/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const counts = useQuery(readJobCounts(search)).data;
  const remove = (...names: readonly (keyof MarkedJobFilter)[]) => {
    const kept = Object.entries(search).filter(([name]) => !names.includes(name as "label"));
    void navigate({ search: Object.fromEntries(kept), replace: true });
  };
  const days = [...new Set([search.from, search.to])].map((day) =>
    day === undefined ? "" : formatDay(day),
  );
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
          <Chip text={search.label} onRemove={() => remove("label")} />
        )}
        {search.model !== undefined && (
          <Chip text={search.model} onRemove={() => remove("model")} />
        )}
        {days.join("") !== "" && (
          <Chip text={`${days.join(" – ")} (UTC)`} onRemove={() => remove("from", "to")} />
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

/** Filter that another page has set. */
function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { jobs } = useWords();
  return (
    <Button onPress={onRemove}>
      {text}
      <X size={14} aria-label={jobs.removeLabel} />
    </Button>
  );
}

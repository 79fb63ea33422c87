import { FilterSelect, toOptions } from "#ui/filter-select.tsx";
import { SearchField } from "#ui/search-field.tsx";
import * as adminTexts from "#words/en/admin.ts";
import { textOf, useWords } from "#words/words.ts";

import styles from "./admin.module.css";

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
  const { admin } = useWords(adminTexts);
  const set = (name: keyof ListFilter, value: string | undefined) => {
    const { [name]: _former, ...others } = filter;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };

  return (
    <div className={styles.filters}>
      <SearchField
        label={admin.search}
        maxLength={254}
        value={filter.search}
        onChange={(value) => set("search", value)}
      />
      <FilterSelect
        label={admin.status}
        anyLabel={admin.any}
        value={filter.status}
        options={statuses.map((value) => ({ value, label: textOf(admin.statuses, value) }))}
        onChange={(value) => set("status", value)}
      />
      <FilterSelect
        label={admin.plan}
        anyLabel={admin.any}
        value={filter.plan}
        options={toOptions(admin.plans)}
        onChange={(value) => set("plan", value)}
      />
    </div>
  );
}

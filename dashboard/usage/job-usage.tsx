import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { type JobUsage, readJobUsage } from "#contract/job-usage.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Section } from "#page-parts/section.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { Select } from "#ui/select.tsx";
import * as usageTexts from "#words/en/usage.ts";
import { useWords } from "#words/words.ts";

import { JobUsageTable } from "./job-usage-table.tsx";
import { type DayRange, hourDaysMax } from "./period.ts";

import styles from "./usage.module.css";

const dimensions = ["model", "provider", "capability", "key", "member", "day", "hour"] as const;
export type Dimension = (typeof dimensions)[number];

/** Outcomes, credits and times of jobs by one or two dimensions, which are in the URL. */
export function JobUsageSection({ days }: { readonly days: readonly string[] }) {
  const { usage } = useWords(usageTexts);
  const { by, thenBy, choose } = useDimensions();
  const isHourly = by === "hour" || thenBy === "hour";
  const covered = isHourly ? days.slice(-hourDaysMax) : days;
  const range: DayRange = { from: covered[0] ?? "", to: covered.at(-1) ?? "" };
  const query = useQuery(
    readJobUsage({ by, ...(thenBy === undefined ? {} : { thenBy }), ...range }),
  );
  const options = dimensions.map((value) => ({ value, label: usage.dimensions[value] }));
  const note = isHourly && days.length > hourDaysMax ? ` ${usage.hoursNote}` : "";
  return (
    <Section
      title={usage.details}
      text={`${usage.detailsText}${note}`}
      actions={
        <div className={styles.choices}>
          <Select
            isInline
            label={usage.by}
            value={by}
            options={options}
            onChange={(value) => choose(value, value === thenBy ? undefined : thenBy)}
          />
          <FilterSelect
            isInline
            label={usage.thenBy}
            anyLabel={usage.nothingElse}
            value={thenBy}
            options={options.filter(({ value }) => value !== by)}
            onChange={(value) => choose(by, dimensionOf(value))}
          />
        </div>
      }
    >
      <Loaded query={query}>{(shown: JobUsage) => <Shown usage={shown} range={range} />}</Loaded>
    </Section>
  );
}

/** After another choice the former sums stay until the new ones have arrived, with their own dimensions. */
function Shown({
  usage: { by, thenBy, data, isComplete },
  range,
}: {
  readonly usage: JobUsage;
  readonly range: DayRange;
}) {
  const { usage } = useWords(usageTexts);
  const first = dimensionOf(by);
  if (first === undefined || data.length === 0) {
    return <EmptyState title={usage.noneEnded} text={usage.noneEndedText} />;
  }
  return (
    <>
      {/* Another choice begins with the first rows again. */}
      <JobUsageTable
        key={`${by} ${thenBy ?? ""}`}
        by={first}
        thenBy={dimensionOf(thenBy ?? undefined)}
        range={range}
        rows={data}
      />
      {!isComplete && <p className={styles.muted}>{usage.incomplete}</p>}
    </>
  );
}

function useDimensions() {
  const search = useSearch({ from: "/shell/usage" });
  const navigate = useNavigate({ from: "/usage" });
  const by = dimensionOf(search.by) ?? "model";
  const second = dimensionOf(search.second);
  return {
    by,
    thenBy: second === by ? undefined : second,
    choose: (first: Dimension, next: Dimension | undefined) => {
      const { by: _by, second: _second, ...others } = search;
      const chosen = { by: first, ...(next === undefined ? {} : { second: next }) };
      void navigate({ search: { ...others, ...chosen }, replace: true, resetScroll: false });
    },
  };
}

function dimensionOf(value: string | undefined): Dimension | undefined {
  return dimensions.find((each) => each === value);
}

import type { ResponseOf } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { read } from "#contract/queries.ts";
import { Facts } from "#page-parts/facts.tsx";
import { Loaded } from "#page-parts/loaded.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Select } from "#ui/select.tsx";
import * as usageTexts from "#words/en/usage.ts";
import { formatCredits, formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { BusyHours } from "./busy-hours.tsx";
import { JobUsageSection } from "./job-usage.tsx";
import { Outcomes } from "./outcomes.tsx";
import { daysOf, type Period, periodDefault, periods } from "./period.ts";
import { UsageByDay, UsageByKey, UsageByMember, UsageByModel } from "./usage-charts.tsx";
import { UsageFrame } from "./usage-frame.tsx";

import styles from "./usage.module.css";

/** Usage of the organization in a period. */
export function UsagePage() {
  const { usage } = useWords(usageTexts);
  const search = useSearch({ from: "/shell/usage" });
  const navigate = useNavigate({ from: "/usage" });
  const period = periods.find((each) => each === search.days) ?? periodDefault;
  const choose = (days: Period) => {
    const { days: _former, ...others } = search;
    void navigate({ search: days === periodDefault ? others : { ...others, days } });
  };
  return (
    <UsageFrame
      title={usage.title}
      actions={
        <Select
          isInline
          label={usage.period}
          value={period}
          options={periods.map((value) => ({ value, label: usage.periods[value] }))}
          onChange={choose}
        />
      }
    >
      <UsageOf period={period} />
    </UsageFrame>
  );
}

function UsageOf({ period }: { readonly period: Period }) {
  const { usage } = useWords(usageTexts);
  const [now] = useState(() => Date.now());
  const days = daysOf(period, now);
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "" };
  const byDay = useQuery(read("getUsage", { query: { by: "day", ...range } }));
  return (
    <Loaded query={byDay} height="24rem">
      {({ data }: ResponseOf<"getUsage">) => {
        const sum = (name: "credits" | "jobs" | "requests") =>
          data.reduce((total, row) => total + row[name], 0);
        if (sum("jobs") + sum("requests") === 0) {
          return <EmptyState title={usage.emptyTitle} text={usage.emptyText} />;
        }
        return (
          <>
            <Facts
              facts={[
                [usage.totalCredits, formatCredits(sum("credits"))],
                [usage.totalJobs, formatNumber(sum("jobs"))],
                [usage.totalRequests, formatNumber(sum("requests"))],
              ]}
            />
            <UsageByDay days={days} range={range} rows={data} />
            <BusyHours days={days} />
            <div className={styles.grid}>
              <UsageByModel range={range} />
              <UsageByKey range={range} />
              <Outcomes range={range} />
              <UsageByMember range={range} />
            </div>
            <JobUsageSection days={days} />
          </>
        );
      }}
    </Loaded>
  );
}

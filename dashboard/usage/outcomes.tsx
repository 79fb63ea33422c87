import { useQuery } from "@tanstack/react-query";

import { type Bar, Chart } from "#charts/chart.tsx";
import { type JobUsage, readJobUsage } from "#contract/job-usage.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import * as jobTexts from "#words/en/job.ts";
import * as usageTexts from "#words/en/usage.ts";
import { formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { jobsUrlOf } from "./jobs-url.ts";
import { type DayRange, fileNameOf } from "./period.ts";

const statuses = [
  ["completed", "completed"],
  ["failed", "failed"],
  ["canceled", "canceled"],
  ["needsInput", "needs_input"],
] as const;

/** How the jobs of the period ended. */
export function Outcomes({ range }: { readonly range: DayRange }) {
  const { usage, job } = useWords(jobTexts, usageTexts);
  const query = useQuery(readJobUsage({ by: "day", ...range }));
  return (
    <Loaded query={query} height="16rem">
      {({ data }: JobUsage) => {
        const bars = statuses.map(([field, status]) => ({
          id: status,
          label: job.status[status],
          value: data.reduce((sum, row) => sum + row[field], 0),
        }));
        return (
          <Chart<Bar>
            title={usage.outcomes}
            shape="ranks"
            items={bars.filter(({ value }) => value > 0)}
            format={formatNumber}
            fileName={fileNameOf("outcomes", range)}
            hrefOf={({ id }) => jobsUrlOf(range, { status: id })}
            columns={[
              {
                id: "label",
                label: usage.outcome,
                render: ({ label }) => label,
                cellOf: ({ label }) => label,
              },
              {
                id: "value",
                label: usage.jobs,
                isNumber: true,
                render: ({ value }) => formatNumber(value),
                cellOf: ({ value }) => value,
              },
            ]}
          />
        );
      }}
    </Loaded>
  );
}

import type { Job, ResponseOf } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { type Bar, Chart } from "#charts/chart.tsx";
import { read } from "#contract/queries.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { formatNumber } from "#words/format.ts";
import { textOf, useWords } from "#words/words.ts";

const jobsMax = 100;

/** How the latest jobs of the period ended. The API counts no outcomes, so only one page of jobs is counted. */
export function Outcomes({ from }: { readonly from: string }) {
  const { usage, job } = useWords();
  const jobs = useQuery(
    read("listJobs", { query: { limit: jobsMax, createdAfter: `${from}T00:00:00Z` } }),
  );
  return (
    <Loaded query={jobs} height="16rem">
      {({ data }: ResponseOf<"listJobs">) => {
        const bars = countByStatus(data).map(([status, value]) => ({
          id: status,
          label: textOf(job.status, status),
          value,
        }));
        return (
          <Chart<Bar>
            title={`${usage.outcomes} (${formatNumber(data.length)})`}
            shape="ranks"
            items={bars}
            format={formatNumber}
            columns={[
              { id: "label", label: usage.outcome, render: ({ label }) => label },
              {
                id: "value",
                label: usage.jobs,
                isNumber: true,
                render: ({ value }) => formatNumber(value),
              },
            ]}
          />
        );
      }}
    </Loaded>
  );
}

function countByStatus(jobs: readonly Job[]): [Job["status"], number][] {
  const counts = new Map<Job["status"], number>();
  for (const { status } of jobs) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts];
}

import { useQuery } from "@tanstack/react-query";

import type { Bar } from "#charts/chart.tsx";
import { HeatMap } from "#charts/heat-map.tsx";
import { type JobUsage, readJobUsage } from "#contract/job-usage.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import * as usageTexts from "#words/en/usage.ts";
import { formatDay, formatHour, formatNumber } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { fileNameOf, hourDaysMax, hoursOf } from "./period.ts";

/** Hours whose number is shown below the map; the others lie between them. */
const labelledHours = 6;
const columnLabels = Array.from({ length: 24 }, (_, hour) =>
  hour % labelledHours === 0 ? String(hour).padStart(2, "0") : "",
);

/** When jobs are created: days as rows, hours as columns. */
export function BusyHours({ days }: { readonly days: readonly string[] }) {
  const { usage } = useWords(usageTexts);
  const shown = days.slice(-hourDaysMax);
  const range = { from: shown[0] ?? "", to: shown.at(-1) ?? "" };
  const query = useQuery(readJobUsage({ by: "hour", ...range }));
  return (
    <Loaded query={query} height="16rem">
      {({ data }: JobUsage) => {
        const jobs = new Map(data.map((row) => [row.name, row.jobs]));
        const rows = shown.map((day) => ({
          id: day,
          label: formatDay(day),
          cells: hoursOf(day).map((id): Bar => ({
            id,
            label: formatHour(id),
            value: jobs.get(id) ?? 0,
          })),
        }));
        const busiest = rows
          .flatMap(({ cells }) => cells)
          .reduce((most, cell) => (cell.value > most.value ? cell : most));
        if (busiest.value === 0) return null;
        return (
          <HeatMap
            title={usage.byHour}
            summary={usage.busiest(busiest.label, formatNumber(busiest.value))}
            rows={rows}
            columnLabels={columnLabels}
            fileName={fileNameOf("hours", range)}
            columns={[
              {
                id: "label",
                label: usage.dimensions.hour,
                render: ({ label }) => label,
                cellOf: ({ id }) => id,
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

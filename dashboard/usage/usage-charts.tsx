import type { ResponseOf } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { type Bar, Chart } from "#charts/chart.tsx";
import { read } from "#contract/queries.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import type { CsvColumn } from "#page-parts/to-csv.ts";
import * as creditsTexts from "#words/en/credits.ts";
import * as usageTexts from "#words/en/usage.ts";
import { formatCredits, formatDay, formatNumber } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import { jobsUrlOf } from "./jobs-url.ts";
import { type DayRange, fileNameOf } from "./period.ts";
import { useKeyNames, useMemberNames } from "./use-names.ts";

type Row = ResponseOf<"getUsage">["data"][number];
type UsageBar = Bar & Row;

const loadingHeight = "16rem";

/** Credits of each day; days without a row are zero. */
export function UsageByDay({
  days,
  range,
  rows,
}: {
  readonly days: readonly string[];
  readonly range: DayRange;
  readonly rows: readonly Row[];
}) {
  const words = useWords(creditsTexts, usageTexts);
  const found = new Map(rows.map((row) => [row.name, row]));
  const bars = days.map((day) =>
    toBar(found.get(day) ?? { name: day, requests: 0, jobs: 0, credits: 0 }, formatDay(day)),
  );
  return (
    <Chart
      title={words.usage.byDay}
      shape="days"
      items={bars}
      format={formatNumber}
      fileName={fileNameOf("day", range)}
      hrefOf={({ id }) => jobsUrlOf(range, { day: id })}
      columns={columnsOf(words, words.usage.day, ({ id }) => id)}
    />
  );
}

export function UsageByModel({ range }: { readonly range: DayRange }) {
  const words = useWords(creditsTexts, usageTexts);
  const { usage } = words;
  const query = useQuery(read("getUsage", { query: { by: "model", ...range } }));
  return (
    <Loaded query={query} height={loadingHeight}>
      {({ data }: ResponseOf<"getUsage">) => (
        <Chart
          title={usage.byModel}
          shape="ranks"
          items={data.map((row) => toBar(row, row.name || usage.noModel))}
          format={formatNumber}
          fileName={fileNameOf("model", range)}
          hrefOf={({ id }) => jobsUrlOf(range, { model: id })}
          columns={columnsOf(words, usage.model)}
        />
      )}
    </Loaded>
  );
}

export function UsageByKey({ range }: { readonly range: DayRange }) {
  const words = useWords(creditsTexts, usageTexts);
  const { usage } = words;
  const query = useQuery(read("getUsage", { query: { by: "key", ...range } }));
  const names = useKeyNames();
  return (
    <Loaded query={query} height={loadingHeight}>
      {({ data }: ResponseOf<"getUsage">) => (
        <Chart
          title={usage.byKey}
          shape="ranks"
          items={data.map((row) =>
            toBar(row, row.name === "" ? usage.noKey : (names.get(row.name) ?? row.name)),
          )}
          format={formatNumber}
          fileName={fileNameOf("key", range)}
          columns={columnsOf(words, usage.key)}
        />
      )}
    </Loaded>
  );
}

export function UsageByMember({ range }: { readonly range: DayRange }) {
  const words = useWords(creditsTexts, usageTexts);
  const { usage } = words;
  const query = useQuery(read("getUsage", { query: { by: "member", ...range } }));
  const names = useMemberNames();
  return (
    <Loaded query={query} height={loadingHeight}>
      {({ data }: ResponseOf<"getUsage">) => (
        <Chart
          title={usage.byMember}
          shape="ranks"
          items={data.map((row) => toBar(row, names.get(row.name) ?? usage.unknown))}
          format={formatNumber}
          fileName={fileNameOf("member", range)}
          columns={columnsOf(words, usage.member)}
        />
      )}
    </Loaded>
  );
}

function toBar(row: Row, label: string): UsageBar {
  return { ...row, id: row.name, label, value: row.credits };
}

/** `nameOf` is the text of a bar in the file. */
function columnsOf(
  { usage, credits }: Pick<Words, "credits" | "usage">,
  first: string,
  nameOf = ({ label }: UsageBar) => label,
): CsvColumn<UsageBar>[] {
  return [
    { id: "label", label: first, render: ({ label }) => label, cellOf: nameOf },
    {
      id: "credits",
      label: credits.title,
      isNumber: true,
      render: ({ value }) => formatCredits(value),
      cellOf: ({ value }) => value,
    },
    {
      id: "jobs",
      label: usage.jobs,
      isNumber: true,
      render: ({ jobs }) => formatNumber(jobs),
      cellOf: ({ jobs }) => jobs,
    },
    {
      id: "requests",
      label: usage.requests,
      isNumber: true,
      isDetail: true,
      render: ({ requests }) => formatNumber(requests),
      cellOf: ({ requests }) => requests,
    },
  ];
}

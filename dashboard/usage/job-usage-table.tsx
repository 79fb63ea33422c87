import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { JobUsageRow } from "#contract/job-usage.ts";
import { read } from "#contract/queries.ts";
import { DownloadCsv } from "#page-parts/download-csv.tsx";
import type { CsvColumn } from "#page-parts/to-csv.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import * as creditsTexts from "#words/en/credits.ts";
import * as jobTexts from "#words/en/job.ts";
import * as modelsTexts from "#words/en/models.ts";
import * as usageTexts from "#words/en/usage.ts";
import {
  formatCredits,
  formatDay,
  formatHour,
  formatNumber,
  formatSeconds,
} from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import type { Dimension } from "./job-usage.tsx";
import { jobsUrlOf } from "./jobs-url.ts";
import { type DayRange, fileNameOf } from "./period.ts";
import { useKeyNames, useMemberNames } from "./use-names.ts";

import styles from "./usage.module.css";

const rowsAtOnce = 100;
const timeDimensions: readonly (Dimension | undefined)[] = ["day", "hour"];

export function JobUsageTable({
  by,
  thenBy,
  range,
  rows,
}: {
  readonly by: Dimension;
  readonly thenBy: Dimension | undefined;
  readonly range: DayRange;
  readonly rows: readonly JobUsageRow[];
}) {
  const words = useWords(creditsTexts, jobTexts, usageTexts);
  const nameOf = useNameOf();
  const [shownMax, setShownMax] = useState(rowsAtOnce);
  // Times stay in their order; anything else begins with the most jobs.
  const isByTime = timeDimensions.includes(by) || timeDimensions.includes(thenBy);
  const ordered = isByTime ? rows : rows.toSorted((a, b) => b.jobs - a.jobs);
  const nameColumn = (
    id: string,
    dimension: Dimension,
    valueOf: (row: JobUsageRow) => string,
  ): CsvColumn<JobUsageRow> => ({
    id,
    label: words.usage.dimensions[dimension],
    render: (row) => nameOf(dimension, valueOf(row)),
    cellOf: (row) =>
      timeDimensions.includes(dimension) ? valueOf(row) : nameOf(dimension, valueOf(row)),
  });
  const columns = [
    nameColumn("name", by, ({ name }) => name),
    ...(thenBy === undefined ? [] : [nameColumn("then", thenBy, ({ thenName }) => thenName)]),
    ...figuresOf(words),
  ];
  return (
    <div className={styles.rows}>
      <Table
        label={words.usage.details}
        items={ordered.slice(0, shownMax)}
        idOf={({ name, thenName }) => `${name} ${thenName}`}
        columns={columns}
        hrefOf={({ name, thenName }) =>
          jobsUrlOf(range, { [by]: name, ...(thenBy === undefined ? {} : { [thenBy]: thenName }) })
        }
      />
      <DownloadCsv
        title={words.usage.details}
        fileName={fileNameOf([by, ...(thenBy === undefined ? [] : [thenBy])].join("-"), range)}
        columns={columns}
        items={ordered}
      />
      {ordered.length > shownMax && (
        <Button onPress={() => setShownMax(shownMax + rowsAtOnce)}>{words.actions.loadMore}</Button>
      )}
    </div>
  );
}

/** Text of a value of a dimension. */
function useNameOf(): (dimension: Dimension, value: string) => string {
  const { usage, models } = useWords(modelsTexts, usageTexts);
  const keys = useKeyNames();
  const members = useMemberNames();
  const capabilities = useQuery(read("listCapabilities", {}));
  return (dimension, value) => {
    if (dimension === "day") return formatDay(value);
    if (dimension === "hour") return formatHour(value);
    if (dimension === "member") return members.get(value) ?? usage.unknown;
    if (dimension === "key") return value === "" ? usage.noKey : (keys.get(value) ?? value);
    if (value === "") return usage.noModel;
    if (dimension !== "capability") return value;
    const known = capabilities.data?.data.find(({ capability }) => capability === value);
    return textOf(models.capabilities, value, known?.title);
  };
}

function figuresOf({
  usage,
  job,
  credits,
  values,
}: Pick<Words, "credits" | "job" | "usage" | "values">): CsvColumn<JobUsageRow>[] {
  const seconds = (value: number | null) =>
    value === null ? values.unknown : formatSeconds(value);
  const counts = [
    ["jobs", usage.jobs, false],
    ["completed", job.status.completed, true],
    ["failed", job.status.failed, true],
    ["canceled", job.status.canceled, true],
    ["needsInput", job.status.needs_input, true],
  ] as const;
  return [
    ...counts.map(([id, label, isDetail]) => ({
      id,
      label,
      isDetail,
      isNumber: true,
      render: (row: JobUsageRow) => formatNumber(row[id]),
      cellOf: (row: JobUsageRow) => row[id],
    })),
    {
      id: "credits",
      label: credits.title,
      isNumber: true,
      isDetail: true,
      render: (row) => formatCredits(row.credits),
      cellOf: (row) => row.credits,
    },
    {
      id: "p50",
      label: usage.median,
      isNumber: true,
      render: ({ p50Seconds }) => seconds(p50Seconds),
      cellOf: ({ p50Seconds }) => p50Seconds,
    },
    {
      id: "p95",
      label: usage.p95,
      isNumber: true,
      isDetail: true,
      render: ({ p95Seconds }) => seconds(p95Seconds),
      cellOf: ({ p95Seconds }) => p95Seconds,
    },
  ];
}

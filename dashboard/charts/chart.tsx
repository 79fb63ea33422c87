import { lazy, Suspense } from "react";

import { Skeleton } from "#ui/skeleton.tsx";
import { Table, type TableColumn } from "#ui/table.tsx";

import { ChartFrame } from "./chart-frame.tsx";

export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: number;
}

export interface ChartProps<Item extends Bar> {
  readonly title: string;
  readonly items: readonly Item[];
  /** `days` stand side by side, `ranks` lie below each other with the largest first. */
  readonly shape: "days" | "ranks";
  readonly format: (value: number) => string;
  /** Columns of the table that shows the same numbers. */
  readonly columns: readonly TableColumn<Item>[];
}

const Bars = lazy(async () => import("./bars.tsx"));
const ranksMax = 10;

/** Bars with the table of the same numbers. The chart library loads with the first chart. */
export function Chart<Item extends Bar>({
  title,
  items,
  shape,
  format,
  columns,
}: ChartProps<Item>) {
  const ordered = shape === "days" ? items : items.toSorted((a, b) => b.value - a.value);
  const drawn = shape === "days" ? ordered : ordered.slice(0, ranksMax);
  return (
    <ChartFrame
      title={title}
      table={<Table label={title} items={ordered} idOf={({ id }) => id} columns={columns} />}
    >
      <Suspense fallback={<Skeleton height="14rem" />}>
        <Bars title={title} items={drawn} shape={shape} format={format} />
      </Suspense>
    </ChartFrame>
  );
}

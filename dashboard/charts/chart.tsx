import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { Skeleton } from "#ui/skeleton.tsx";

import { ChartFrame, type ChartTable } from "./chart-frame.tsx";

export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: number;
}

export interface ChartProps<Item extends Bar> extends ChartTable<Item> {
  readonly items: readonly Item[];
  /** `days` stand side by side, `ranks` lie below each other with the largest first. */
  readonly shape: "days" | "ranks";
  readonly format: (value: number) => string;
}

const Bars = lazy(async () => import("./bars.tsx"));
const ranksMax = 10;

/** Bars with the table of the same numbers, whose links are those of the bars. The chart library loads with the first chart. */
export function Chart<Item extends Bar>({ items, shape, format, ...table }: ChartProps<Item>) {
  const router = useRouter();
  const ordered = shape === "days" ? items : items.toSorted((a, b) => b.value - a.value);
  const drawn = shape === "days" ? ordered : ordered.slice(0, ranksMax);
  const { title, hrefOf } = table;
  const open = (place: number) => {
    const item = drawn[place];
    const href = item && hrefOf?.(item);
    if (href !== undefined) router.history.push(href);
  };
  return (
    <ChartFrame {...table} items={ordered}>
      <Suspense fallback={<Skeleton height="14rem" />}>
        <Bars
          title={title}
          items={drawn}
          shape={shape}
          format={format}
          {...(hrefOf === undefined ? {} : { onOpen: open })}
        />
      </Suspense>
    </ChartFrame>
  );
}

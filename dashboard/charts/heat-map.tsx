import type { CSSProperties } from "react";

import { formatNumber } from "#words/format.ts";

import { ChartFrame, type ChartTable } from "./chart-frame.tsx";
import type { Bar } from "./chart.tsx";

import styles from "./heat-map.module.css";

export interface HeatRow<Cell extends Bar> {
  readonly id: string;
  readonly label: string;
  /** As many in each row as there are columns. */
  readonly cells: readonly Cell[];
}

/** Cells whose colour is the share of the largest value. The table has the cells above zero. */
export function HeatMap<Cell extends Bar>({
  summary,
  rows,
  columnLabels,
  ...table
}: ChartTable<Cell> & {
  /** Text alternative of the colours. */
  readonly summary: string;
  readonly rows: readonly HeatRow<Cell>[];
  /** An empty label leaves its column without one. */
  readonly columnLabels: readonly string[];
}) {
  const cells = rows.flatMap((row) => row.cells);
  const largest = Math.max(1, ...cells.map(({ value }) => value));
  return (
    <ChartFrame {...table} items={cells.filter(({ value }) => value > 0)}>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image is made of elements.
        role="img"
        aria-label={summary}
        className={styles.map}
        style={{ "--columns": columnLabels.length } as CSSProperties}
      >
        {rows.map(({ id, label, cells: ofRow }) => (
          <div key={id} className={styles.row}>
            <span className={styles.label}>{label}</span>
            {ofRow.map((cell) => (
              <span
                key={cell.id}
                title={`${cell.label}: ${formatNumber(cell.value)}`}
                className={styles.cell}
                style={{ "--share": cell.value / largest } as CSSProperties}
              />
            ))}
          </div>
        ))}
        <div className={styles.row}>
          <span />
          {columnLabels.map((label, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns have no other name.
            <span key={index} className={styles.column}>
              {label}
            </span>
          ))}
        </div>
      </div>
    </ChartFrame>
  );
}

/** One row of the table: the measured value and its baseline from the same run. */
export interface Row {
  readonly measured: number;
  readonly baseline: number | null;
  /** Ratio of `measured` to `baseline`: the median of the rounds, each of which measures both. */
  readonly ratio: number | null;
  readonly against: string;
}

export interface PartReport {
  readonly rows: Readonly<Record<string, Row>>;
  readonly details: unknown;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function medianOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item {
  const sorted = items.toSorted((left, right) => valueOf(left) - valueOf(right));
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error("nothing was measured");
  return median;
}

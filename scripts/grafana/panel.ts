/** A graph of a dashboard: one or more expressions of PromQL with their legends. */
export interface Panel {
  readonly title: string;
  readonly unit: Unit;
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
  /** Explanation for a person on call. */
  readonly description?: string;
}

/** Units of Grafana that the panels use. */
type Unit = "short" | "s" | "reqps" | "ops" | "percentunit" | "bytes" | "currencyUSD";

export interface Dashboard {
  /** Name of the file and of the URL. */
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** The rate of a counter over the interval that Grafana derives from the scrape interval and the width of a graph. */
export const rate = (selector: string) => `rate(${selector}[$__rate_interval])`;

export function quantile(share: number, histogram: string, by: readonly string[] = []): string {
  const labels = ["le", ...by].join(", ");
  return `histogram_quantile(${share}, sum by (${labels}) (${rate(`${histogram}_bucket`)}))`;
}

/** A panel of one expression. */
export function graph(
  title: string,
  unit: Unit,
  expr: string,
  legend = "",
  description?: string,
): Panel {
  const queries = [{ expr, legend }];
  return { title, unit, queries, ...(description === undefined ? {} : { description }) };
}

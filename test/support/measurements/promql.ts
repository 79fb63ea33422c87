import { parser } from "@prometheus-io/lezer-promql";

export interface Selector {
  readonly metric: string;
  /** Labels that the selector matches, or by which its result is grouped. */
  readonly labels: readonly string[];
}

/** Lists the selectors of an expression. Throws where PromQL's grammar does not parse it. */
export function selectorsOf(expression: string): Selector[] {
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, name, from, to }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
      const text = expression.slice(from, to);
      if (name === "Identifier") selectors.push({ metric: text, labels: [] });
      if (name === "LabelName") {
        // A label in braces follows the name of its metric; one of `by` belongs to all metrics of the expression.
        const isMatcher = /^\s*(=~|!~|!=|=)/.test(expression.slice(to));
        if (isMatcher) selectors.at(-1)?.labels.push(text);
        else grouped.push(text);
      }
    },
  });
  return selectors.map(({ metric, labels }) => ({ metric, labels: [...labels, ...grouped] }));
}

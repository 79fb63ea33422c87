/**
 * Multiple of the typical price that a value costs: constant, or depending on the values of other parameters,
 * by their names. An unlisted value has the factor 1.
 */
export type PriceFactor = number | Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Price factors by the model's parameter and its value. */
export type PriceFactors = Readonly<Record<string, Readonly<Record<string, PriceFactor>>>>;

/** Product of the price factors of a model's parameter values. */
export function factorOf(
  factors: PriceFactors = {},
  values: Readonly<Record<string, unknown>>,
): number {
  return Object.entries(factors).reduce((product, [name, byValue]) => {
    const factor = byValue[wordOf(values[name])] ?? 1;
    return product * (typeof factor === "number" ? factor : factorOf(factor, values));
  }, 1);
}

/** Lists all factors that a value can have. */
export function timesIn(factor: PriceFactor): number[] {
  if (typeof factor === "number") return [factor];
  return Object.values(factor).flatMap((byValue) => Object.values(byValue));
}

/** Formats a parameter's value as a key of the price factors. A list with entries counts as true. */
export function wordOf(value: unknown): string {
  if (Array.isArray(value)) return String(value.length > 0);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

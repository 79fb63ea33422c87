/**
 * How many times the typical price a value costs: always the same, or depending on the values of
 * other parameters, by their names. What is not named counts once.
 */
export type PriceFactor = number | Readonly<Record<string, Readonly<Record<string, number>>>>;

/** By the model's own parameter and its value. */
export type PriceFactors = Readonly<Record<string, Readonly<Record<string, PriceFactor>>>>;

/** How many times the typical price these values of a model's parameters cost together. */
export function factorOf(
  factors: PriceFactors = {},
  values: Readonly<Record<string, unknown>>,
): number {
  return Object.entries(factors).reduce((product, [name, byValue]) => {
    const factor = byValue[wordOf(values[name])] ?? 1;
    return product * (typeof factor === "number" ? factor : factorOf(factor, values));
  }, 1);
}

/** All that a value can make of a price. */
export function timesIn(factor: PriceFactor): number[] {
  if (typeof factor === "number") return [factor];
  return Object.values(factor).flatMap((byValue) => Object.values(byValue));
}

/** A value of a parameter as prices name it. */
export function wordOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

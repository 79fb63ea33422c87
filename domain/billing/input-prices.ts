import type { InputKind } from "#domain/requests/capability.ts";
import { binaryMegapixel, type InputFacts } from "#domain/requests/input-facts.ts";

/** Price of the inputs of a kind. */
export interface InputPrice {
  /** US dollars of each file, or of each started megapixel of each image. */
  readonly usd: number;
  readonly per: "file" | "megapixel";
  /** Number of files that cost nothing. */
  readonly free?: number;
  /** Largest size that is billed, because the provider scales larger images down to it. */
  readonly megapixelsMax?: number;
}

export type InputPrices = Readonly<Partial<Record<InputKind, InputPrice>>>;

/** Returns the list price of the inputs of a request in US dollars. */
export function inputsUsd(prices: InputPrices = {}, inputs: readonly InputFacts[]): number {
  return Object.entries(prices).reduce((sum, [kind, price]) => {
    const billed = billedInputs(kind, price, inputs);
    return sum + billed.reduce((usd, input) => usd + price.usd * unitsOf(price, input), 0);
  }, 0);
}

/** Explains the inputs in the price, as sentences for the caller. */
export function explainInputs(prices: InputPrices = {}, inputs: readonly InputFacts[]): string[] {
  return Object.entries(prices).flatMap(([kind, price]) => {
    const billed = billedInputs(kind, price, inputs);
    if (billed.length === 0) return [];
    const verb = billed.length === 1 ? "is" : "are";
    const files = `inputs: ${billed.length} of kind ${kind}`;
    if (price.per === "file") return [`${files} ${verb} part of the price.`];
    const units = billed.reduce((sum, input) => sum + unitsOf(price, input), 0);
    const told = `${files} with ${megapixels(units)} ${verb} part of the price.`;
    const unknown = billed.filter(({ width }) => width === undefined);
    const [first] = unknown;
    if (first === undefined) return [told];
    const assumed = megapixels(unitsOf(price, first));
    return [
      `${told} The size of ${unknown.length} is unknown and counts as ${assumed}; assets are priced by their size.`,
    ];
  });
}

function billedInputs(
  kind: string,
  { free = 0 }: InputPrice,
  inputs: readonly InputFacts[],
): readonly InputFacts[] {
  return inputs.filter((input) => input.kind === kind).slice(free);
}

function megapixels(count: number): string {
  return `${count} ${count === 1 ? "megapixel" : "megapixels"}`;
}

/** Reports whether the price depends on the size of an input, so that an unknown size must be measured. */
export function needsSize(prices: InputPrices = {}, kind: InputKind): boolean {
  const price = prices[kind];
  return price?.per === "megapixel" && price.megapixelsMax === undefined;
}

/** An image of unknown size counts as the largest that is billed, else as one megapixel. */
function unitsOf({ per, megapixelsMax }: InputPrice, { width, height }: InputFacts): number {
  if (per === "file") return 1;
  if (width === undefined || height === undefined) return megapixelsMax ?? 1;
  const started = Math.max(1, Math.ceil((width * height) / binaryMegapixel));
  return Math.min(started, megapixelsMax ?? Infinity);
}

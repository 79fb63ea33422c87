/** A real size: of the height, the width, or the longer of both. */
export interface Length {
  readonly metres: number;
  readonly axis: "tall" | "wide" | "longest";
}

/** Half a metre suits a thing on a table and a thing on the ground. */
export const defaultLongest: Length = { metres: 0.5, axis: "longest" };

const metresRange = [0.001, 1000] as const;

const units: Readonly<Record<string, number>> = {
  mm: 0.001,
  millimetre: 0.001,
  millimeter: 0.001,
  cm: 0.01,
  centimetre: 0.01,
  centimeter: 0.01,
  m: 1,
  metre: 1,
  meter: 1,
  inch: 0.0254,
  inche: 0.0254,
  foot: 0.3048,
  feet: 0.3048,
  ft: 0.3048,
};

const size = new RegExp(
  `(?<value>\\d{1,6}(?:[.,]\\d{1,4})?)\\s?-?(?<unit>${Object.keys(units).join("|")})s?\\b(?:\\s+(?:in\\s+)?(?<word>wide|width|across))?`,
  "iu",
);

/** Reads a size such as "30 cm tall" or "2 m wide"; undefined when the text names none. */
export function readLength(text: string): Length | undefined {
  const { value, unit, word } = size.exec(text)?.groups ?? {};
  if (value === undefined || unit === undefined) return undefined;
  const metres = Number(value.replace(",", ".")) * (units[unit.toLowerCase()] ?? 1);
  if (metres < metresRange[0] || metres > metresRange[1]) return undefined;
  return { metres, axis: word ? "wide" : "tall" };
}

/** Models that fit side by side. */
export const comparedMax = 4;

/** Ids of the compared models in the URL. */
export function comparedOf(text: string | undefined): string[] {
  return [...new Set((text ?? "").split(",").filter((id) => id !== ""))].slice(0, comparedMax);
}

/** The URL's value with a model added or removed; undefined when none is left. */
export function withCompared(
  compared: readonly string[],
  id: string,
  isChosen: boolean,
): string | undefined {
  const next = isChosen ? [...compared, id] : compared.filter((each) => each !== id);
  return next.length === 0 ? undefined : next.slice(0, comparedMax).join(",");
}

/** Longer names are not compared, so that a comparison has bounded cost. */
const nameCharactersMax = 64;

/**
 * Returns the known name that a caller most likely meant: the same letters and digits, or few of them added,
 * dropped, changed or swapped. Undefined when no name is near.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > nameCharactersMax) return undefined;
  const wanted = plain(given);
  if (wanted === "") return undefined;
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const candidate = plain(name);
    const max = Math.min(errorsMax(wanted), errorsMax(candidate), (best?.distance ?? Infinity) - 1);
    if (Math.abs(candidate.length - wanted.length) > max) continue;
    const distance = distanceOf(wanted, candidate);
    if (distance <= max) best = { name, distance };
  }
  return best?.name;
}

/** Adds the nearest name to a text about an unknown name. */
export function withNearest(text: string, given: string, known: readonly string[]): string {
  return suggest(text, nearestName(given, known));
}

/** Adds a suggestion, if there is one, to a text about an unknown name. */
export function suggest(text: string, near: string | undefined): string {
  return near === undefined ? text : `${text} Did you mean ${near}?`;
}

/** "black-forest-labs/FLUX_schnell" → "fluxschnell": a maker, case and separators do not matter. */
function plain(name: string): string {
  const word = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  return word.replaceAll(/[^\p{L}\p{N}]/gu, "").slice(0, nameCharactersMax);
}

function errorsMax({ length }: { readonly length: number }): number {
  return Math.min(3, Math.floor(length / 3));
}

/** Optimal string alignment distance: additions, removals, changes and swaps of neighbours. */
function distanceOf(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}

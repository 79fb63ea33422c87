const distanceMax = 2;

/** Returns the command of which a message is a misspelling: it must not be ordered and paid for. */
export function resembling(
  words: readonly string[],
  commands: readonly string[],
): string | undefined {
  const [word = ""] = words;
  if (/\s/.test(word) || word === "-" || !/^[a-z-]+$/.test(word)) return undefined;
  // Of several words the first may be a word of a sentence, unless it is a subcommand's place.
  if (words.length > 2) return undefined;
  return commands.find((command) => {
    const limit = Math.min(distanceMax, Math.floor(command.length / 3));
    return distance(word, command) <= limit;
  });
}

/** Number of letters to insert, delete, replace, or exchange with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let earlier: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const replaced = (before[column - 1] ?? 0) + (isSame ? 0 : 1);
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const exchanged = isExchanged ? (earlier[column - 2] ?? 0) + 1 : replaced;
      const changed = Math.min((before[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
      next.push(Math.min(replaced, exchanged, changed));
    }
    earlier = before;
    before = next;
  }
  return before[other.length] ?? 0;
}

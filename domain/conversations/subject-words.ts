/** Letters of a term that another one must share, at least. */
const sharedLettersMin = 4;
const sharedPart = 0.6;

/** Reports whether two terms are forms, or one a part of a compound, of the same term. */
function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length >= sharedLettersMin && long.endsWith(short)) return true;
  const shared = countShared(short, long);
  if (shared === short.length && short.length >= 3 && long.length <= short.length + 2) return true;
  return shared >= Math.max(sharedLettersMin, Math.ceil(sharedPart * long.length));
}

function countShared(left: string, right: string): number {
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}

/** Counts the terms of a message that a text mentions. */
export function countMentioned(words: readonly string[], mentioned: readonly string[]): number {
  return words.filter((word) => mentioned.some((other) => isSameWord(word, other))).length;
}

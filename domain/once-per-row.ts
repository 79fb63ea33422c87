/**
 * Memoizes a pure function of a catalog row and a value of a closed list for the lifetime of the row. Each
 * routing decision calls it with the same rows.
 */
export function oncePerRow<Row extends object, Word, Value>(
  compute: (row: Row, word: Word) => Value,
): (row: Row, word: Word) => Value {
  const known = new WeakMap<Row, Map<Word, Value>>();
  return (row, word) => {
    const ofRow = known.get(row) ?? new Map<Word, Value>();
    known.set(row, ofRow);
    if (!ofRow.has(word)) ofRow.set(word, compute(row, word));
    return ofRow.get(word) as Value;
  };
}

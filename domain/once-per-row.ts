/**
 * A pure function of a row of the catalog and a word of a closed list, computed once for as long as the
 * row lives: each choice of a model asks all of them the same.
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

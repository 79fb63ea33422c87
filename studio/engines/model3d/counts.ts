/** Numbers that words for a count mean. */
export const counts: Readonly<Record<string, number>> = {
  pair: 2,
  couple: 2,
  two: 2,
  three: 3,
  few: 3,
  four: 4,
  several: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
};

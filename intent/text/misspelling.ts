import { auxiliaryWords, createVerbs, findMedium, politeWords } from "./words.ts";

/** Words of a request that are recognised when mistyped. */
const requestWords =
  "create generate please picture pictures image images photo photos illustration drawing painting video videos animation animate portrait".split(
    " ",
  );
const lengthMin = 5;
const lengthForTwoErrorsMin = 8;

/** Returns the correct form of a mistyped request word ("pictre" → "picture"), else the word. */
export function correctRequestWord(word: string): string {
  if (word.length < lengthMin || !/^[a-z]+$/.test(word)) return word;
  const isKnown =
    createVerbs.has(word) ||
    auxiliaryWords.has(word) ||
    politeWords.has(word) ||
    findMedium(word) !== undefined;
  if (isKnown) return word;
  const errorsMax = word.length >= lengthForTwoErrorsMin ? 2 : 1;
  return requestWords.find((known) => isNear(word, known, errorsMax)) ?? word;
}

/** Reports whether two words differ by at most `errorsMax` letters added, dropped, changed or swapped. */
function isNear(left: string, right: string, errorsMax: number): boolean {
  if (left[0] !== right[0] || Math.abs(left.length - right.length) > errorsMax) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  if (start === left.length && start === right.length) return true;
  if (errorsMax === 0) return false;
  const [restLeft, restRight] = [left.slice(start), right.slice(start)];
  const isSwap =
    restLeft.length > 1 && restLeft[0] === restRight[1] && restLeft[1] === restRight[0];
  const rests: (readonly [string, string])[] = [
    [restLeft.slice(1), restRight],
    [restLeft, restRight.slice(1)],
    [restLeft.slice(1), restRight.slice(1)],
    ...(isSwap ? [[restLeft.slice(2), restRight.slice(2)] as const] : []),
  ];
  return rests.some(([shorterLeft, shorterRight]) =>
    isNearRest(shorterLeft, shorterRight, errorsMax - 1),
  );
}

function isNearRest(left: string, right: string, errorsMax: number): boolean {
  return isNear(`_${left}`, `_${right}`, errorsMax);
}

import type { InferenceSession } from "onnxruntime-node";
import ort from "onnxruntime-node";

/** The alphabets of the network for unknown words, as published. */
export interface UnknownWordAlphabet {
  readonly in: readonly string[];
  readonly out: readonly string[];
  readonly maxlen: number;
}

/** A small character network, trained on pronunciations of a word list: one run for each word. */
export function createUnknownWordReader(
  session: InferenceSession,
  alphabet: UnknownWordAlphabet,
): (word: string) => Promise<string | undefined> {
  const idOfLetter = new Map(alphabet.in.map((letter, index) => [letter, index + 1]));
  return async (word) => {
    const ids = Array.from(word)
      .flatMap((letter) => idOfLetter.get(letter) ?? [])
      .slice(0, alphabet.maxlen);
    if (ids.length === 0) return undefined;
    const chars = new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
    const outputs = await session.run({ chars });
    const [output] = Object.values(outputs);
    const symbols = Array.from(output?.data as Iterable<bigint | number>, Number);
    // The network answers slot by slot: repeats are one sound, 0 is none.
    return symbols
      .filter((symbol, index) => symbol !== 0 && symbol !== symbols[index - 1])
      .map((symbol) => alphabet.out[symbol - 1] ?? "")
      .join("");
  };
}

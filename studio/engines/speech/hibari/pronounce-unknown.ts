import type { InferenceSession } from "onnxruntime-node";
import ort from "onnxruntime-node";

/** Alphabets of the network for unknown words, as published. */
export interface UnknownWordAlphabet {
  readonly in: readonly string[];
  readonly out: readonly string[];
  readonly maxlen: number;
}

/** Creates a reader of unknown words: a small character network that runs once for each word. */
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
    // The output has one symbol for each time step: repeated symbols are one sound, 0 is blank.
    return symbols
      .filter((symbol, index) => symbol !== 0 && symbol !== symbols[index - 1])
      .map((symbol) => alphabet.out[symbol - 1] ?? "")
      .join("");
  };
}

import { StudioError } from "#studio/errors.ts";

/** Names of tensors, and keys of the storages that hold their values, as strings of a pickle. */
const strings = /X([\s\S])\0\0\0(\w+\.(?:weight|bias)|\d{9,20})/gu;
const integerBytes = 8;

/**
 * Reads the tensors of a PyTorch file of before version 1.6: pickles, of which the last lists the keys
 * of the storages, then each storage with its length. Runs no pickle, and needs no sizes: the caller knows them.
 */
export function readWeights(file: Uint8Array): ReadonlyMap<string, Float32Array> {
  const text = Buffer.from(file).toString("latin1");
  const keyOf = new Map<string, string>();
  let listed: string[] = [];
  let end = 0;
  let name: string | undefined;
  for (const match of text.matchAll(strings)) {
    const [, length = "", value = ""] = match;
    if (length.codePointAt(0) !== value.length) continue;
    if (!/^\d/u.test(value)) name = value;
    else if (name === undefined) {
      listed = [...listed, value];
      end = match.index + match[0].length;
    } else {
      keyOf.set(name, value);
      name = undefined;
    }
  }
  // The list ends with the opcodes for its items and for the end of the pickle.
  let position = text.indexOf("e.", end) + 2;
  const values = new Map<string, Float32Array>();
  for (const key of listed) {
    const count = Number(Buffer.from(file).readBigInt64LE(position));
    // Copied, because floats must be aligned.
    const bytes = new Uint8Array(
      file.subarray(position + integerBytes, position + integerBytes + count * 4),
    );
    values.set(key, new Float32Array(bytes.buffer));
    position += integerBytes + count * 4;
  }
  return new Map(
    [...keyOf].map(([tensor, key]) => {
      const found = values.get(key);
      if (!found) throw new StudioError("engine_failed", `The weights of ${tensor} are missing.`);
      return [tensor, found];
    }),
  );
}

import { setImmediate as turn } from "node:timers/promises";

import { z } from "zod";

/** A file in base64: a text, or its bytes in a large response, which `decodeBase64` reads in slices. */
export const base64Schema = z.union([z.string(), z.instanceof(Uint8Array)]);
export type Base64 = string | Uint8Array;

const quote = 0x22;
const backslash = 0x5c;
/** Shorter texts are parsed with the rest of the response. */
const liftedCharactersMin = 1024 * 1024;
const stringsPerTurn = 1_000;
/** A multiple of four characters, so that each slice is whole bytes. */
const sliceCharacters = 2 * 1024 * 1024;
const mark = "\u0000base64:";

/**
 * Parses JSON without its long texts in base64, which are left in `bytes` and become views of them: parsing a
 * hundred megabytes at once would block the event loop for a second.
 */
export async function parseWithBase64(bytes: Uint8Array): Promise<unknown> {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lifted: Uint8Array[] = [];
  const parts: Buffer[] = [];
  let kept = 0;
  let strings = 0;
  for (let open = json.indexOf(quote); open !== -1;) {
    const close = endOfString(json, open + 1);
    if (close === -1) break;
    if (close - open > liftedCharactersMin && !json.subarray(open, close).includes(backslash)) {
      parts.push(json.subarray(kept, open), Buffer.from(JSON.stringify(`${mark}${lifted.length}`)));
      lifted.push(json.subarray(open + 1, close));
      kept = close + 1;
      await turn();
    }
    strings += 1;
    if (strings % stringsPerTurn === 0) await turn();
    open = json.indexOf(quote, close + 1);
  }
  const text = Buffer.concat([...parts, json.subarray(kept)]).toString("utf8");
  if (lifted.length === 0) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === "string" && value.startsWith(mark)
      ? (lifted[Number(value.slice(mark.length))] ?? value)
      : value,
  );
}

/** Decodes base64, large texts in slices with other work in between. */
export async function decodeBase64(data: Base64): Promise<Uint8Array> {
  if (typeof data === "string") return Buffer.from(data, "base64");
  const characters = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const decoded = Buffer.allocUnsafeSlow(Math.ceil((characters.byteLength * 3) / 4));
  let length = 0;
  for (let start = 0; start < characters.byteLength; start += sliceCharacters) {
    const slice = characters.toString("latin1", start, start + sliceCharacters);
    length += decoded.write(slice, length, "base64");
    await turn();
  }
  return decoded.subarray(0, length);
}

/** Place of the quote that ends a string; -1 without one. */
function endOfString(json: Buffer, start: number): number {
  for (let close = json.indexOf(quote, start); close !== -1;) {
    let escapes = 0;
    while (json[close - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return close;
    close = json.indexOf(quote, close + 1);
  }
  return -1;
}

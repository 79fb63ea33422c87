import { sniffBytes } from "./media-type.ts";

/**
 * Returns the first bytes of a stream and the whole stream, so that the type is known before anything is
 * stored.
 */
export async function peekable(
  source: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; body: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < sniffBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    bytes += next.value.byteLength;
  }
  async function* replay(): AsyncGenerator<Uint8Array> {
    try {
      yield* first;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(first).subarray(0, sniffBytes), body: replay() };
}

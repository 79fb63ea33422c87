/** Reads a stream in order. Buffers only the bytes that are taken at once. */
export interface ByteReader {
  /** Takes the next bytes; null when fewer are left. */
  take(bytes: number): Promise<Buffer | null>;
  /** Returns false when fewer bytes are left. */
  skip(bytes: number): Promise<boolean>;
  /** Takes the bytes that arrive next, however many; null at the end. */
  next(): Promise<Buffer | null>;
  /** Reads to the end and counts the bytes. */
  rest(): Promise<number>;
  close(): Promise<void>;
}

export function readerOf(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    async take(bytes) {
      if (bytes <= rest.byteLength) {
        const taken = rest.subarray(0, bytes);
        rest = rest.subarray(bytes);
        return taken;
      }
      const parts = [rest];
      for (let held = rest.byteLength; held < bytes;) {
        const next = await iterator.next();
        if (next.done === true) return null;
        parts.push(Buffer.from(next.value));
        held += next.value.byteLength;
      }
      const all = Buffer.concat(parts);
      rest = all.subarray(bytes);
      return all.subarray(0, bytes);
    },
    async skip(bytes) {
      let left = bytes;
      while (left > rest.byteLength) {
        left -= rest.byteLength;
        const next = await iterator.next();
        if (next.done === true) return false;
        rest = Buffer.from(next.value);
      }
      rest = rest.subarray(left);
      return true;
    },
    async next() {
      if (rest.byteLength > 0) {
        const taken = rest;
        rest = Buffer.alloc(0);
        return taken;
      }
      const next = await iterator.next();
      return next.done === true ? null : Buffer.from(next.value);
    },
    async rest() {
      let bytes = rest.byteLength;
      rest = Buffer.alloc(0);
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return bytes;
        bytes += next.value.byteLength;
      }
    },
    async close() {
      await iterator.return?.();
    },
  };
}

/**
 * Reads the head of an MP4 or MOV box (ISO 14496-12, section 4.2), and the number of bytes that follow it.
 */
export async function takeBoxHead(
  reader: ByteReader,
): Promise<{ type: string; bytes: number } | null> {
  const head = await reader.take(8);
  if (head === null) return null;
  const type = head.toString("latin1", 4, 8);
  const bytes = head.readUInt32BE(0);
  if (bytes !== 1) return { type, bytes: bytes - 8 };
  const large = await reader.take(8);
  return large === null ? null : { type, bytes: Number(large.readBigUInt64BE(0)) - 16 };
}

import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";

import { reserveResponseMemory } from "./response-memory.ts";

const largeResponseBytes = 4 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/**
 * Reads the body of a response. Returns null beyond the limit. Waits for memory before it reads the rest of a
 * large response.
 */
export async function readResponse(
  response: IncomingMessage,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const announced = Number(response.headers["content-length"] ?? Number.NaN);
  if (announced > bytesMax) {
    response.destroy();
    return null;
  }
  // Copied as it arrives: joining 60 MB at the end would block the event loop.
  let whole: Buffer | null = null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    if (bytes + chunk.byteLength > bytesMax) return null;
    if (bytes <= largeResponseBytes && bytes + chunk.byteLength > largeResponseBytes) {
      const isAnnounced = announced >= bytes + chunk.byteLength;
      await reserveResponseMemory(isAnnounced ? announced : bytesMax);
      if (isAnnounced) {
        whole = Buffer.allocUnsafeSlow(announced);
        Buffer.concat(chunks).copy(whole);
      }
    }
    if (whole === null) chunks.push(chunk);
    else whole.set(chunk, bytes);
    bytes += chunk.byteLength;
  }
  return whole?.subarray(0, bytes) ?? Buffer.concat(chunks);
}

/** Yields a large response in pieces and lets other work run in between. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    if (start > 0) await setImmediate();
    yield bytes.subarray(start, start + pieceBytes);
  }
}

/** Lets other work run between two steps on a large response. */
export async function pauseAfterLarge(bytes: number): Promise<void> {
  if (bytes > largeResponseBytes) await setImmediate();
}

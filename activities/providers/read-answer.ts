import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";

import { reserveAnswerMemory } from "./answer-memory.ts";

const largeAnswerBytes = 4 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/**
 * Reads the body of an answer; null beyond the limit. A large one is received further when there is
 * memory for it.
 */
export async function readAnswer(
  response: IncomingMessage,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const announced = Number(response.headers["content-length"] ?? Number.NaN);
  if (announced > bytesMax) {
    response.destroy();
    return null;
  }
  // Copied as it arrives: joining 60 MB at the end holds up everything else in the process.
  let whole: Buffer | null = null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    if (bytes + chunk.byteLength > bytesMax) return null;
    if (bytes <= largeAnswerBytes && bytes + chunk.byteLength > largeAnswerBytes) {
      const isAnnounced = announced >= bytes + chunk.byteLength;
      await reserveAnswerMemory(isAnnounced ? announced : bytesMax);
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

/** A large answer in pieces; others go on in between. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    if (start > 0) await setImmediate();
    yield bytes.subarray(start, start + pieceBytes);
  }
}

/** Lets others go on between two pieces of work on a large answer. */
export async function pauseAfterLarge(bytes: number): Promise<void> {
  if (bytes > largeAnswerBytes) await setImmediate();
}

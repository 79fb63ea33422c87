import type { Storage } from "#storage/storage.ts";

/** Reads a stored file of at most `bytesMax` bytes; null when it is larger or deleted. */
export async function readSmallFile(
  storage: Storage,
  key: string,
  bytesMax: number,
): Promise<Buffer | null> {
  const file = await storage.stat(key);
  if (file === null || file.bytes > bytesMax) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of storage.read(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Reads a body of another server completely. Throws when it has more than `bytesMax` bytes, without reading further;
 * `subject` names it in that error, as in "the key set".
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  { bytesMax, subject }: { readonly bytesMax: number; readonly subject: string },
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new Error(`${subject} has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Length, type and checksum of a chunk. */
const frameBytes = 12;

/**
 * Returns a PNG without its `tEXt` chunks, in which ComfyUI stores the whole workflow: names of files, nodes and other values
 * of the operator. Any other file, and one that is cut, stays as it is.
 */
export function withoutTexts(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!bytes.subarray(0, signature.byteLength).equals(signature)) return file;
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = signature.byteLength; at + frameBytes <= bytes.byteLength;) {
    const end = at + frameBytes + bytes.readUInt32BE(at);
    if (end > bytes.byteLength) return file;
    if (bytes.toString("latin1", at + 4, at + 8) === "tEXt") {
      kept.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return from === 0 ? file : Buffer.concat([...kept, bytes.subarray(from)]);
}

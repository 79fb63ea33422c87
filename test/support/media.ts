import { randomBytes } from "node:crypto";

const pngHead = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

/** Unique bytes with a PNG signature. */
export function pngOf(bytes: number): Buffer {
  return Buffer.concat([pngHead, randomBytes(bytes - pngHead.length)]);
}

/** Unique bytes with a WAV header. */
export function wavOf(bytes: number): Buffer {
  const head = Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1");
  return Buffer.concat([head, randomBytes(bytes - head.length)]);
}

export const glb = Buffer.from("glTF\x02\0\0\0\x0c\0\0\0", "latin1");

/** A multipart form with a file, as a browser sends it. */
export function formOf(
  file: Buffer,
  {
    fileName = "fox.png",
    type = "application/octet-stream",
    fields = {},
    fileField = "file",
  }: {
    fileName?: string;
    type?: string;
    fields?: Readonly<Record<string, string>>;
    fileField?: string;
  } = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(fileField, new Blob([new Uint8Array(file)], { type }), fileName);
  return form;
}

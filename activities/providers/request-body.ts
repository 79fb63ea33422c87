import { randomUUID } from "node:crypto";

/** A part of a form: a text, or a file whose length is known, so that it need not be held in memory. */
export type FormPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly file: StreamedBytes; readonly fileName: string };

export interface StreamedBytes {
  readonly contentType: string;
  readonly bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** One of them, or none. */
export interface RequestContent {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as multipart/form-data. */
  readonly form?: readonly FormPart[];
  /** Sent as it is. */
  readonly stream?: StreamedBytes;
}

/** A body with its length: providers refuse bodies that come in chunks. */
export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export function encodeBody({ body, form, stream }: RequestContent): EncodedBody | undefined {
  if (body !== undefined) return encodeBytes("application/json", JSON.stringify(body));
  if (form !== undefined) return encodeForm(form);
  return stream;
}

function encodeBytes(contentType: string, text: string): EncodedBody {
  const bytes = Buffer.from(text);
  return { contentType, bytes: bytes.byteLength, open: () => once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** RFC 7578. */
function encodeForm(parts: readonly FormPart[]): EncodedBody {
  const boundary = `gme-${randomUUID()}`;
  const heads = parts.map((part) => Buffer.from(headOf(part, boundary)));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const lengths = parts.map((part, index) => (heads[index]?.byteLength ?? 0) + lengthOf(part) + 2);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: lengths.reduce((sum, length) => sum + length, end.byteLength),
    async *open() {
      for (const [index, part] of parts.entries()) {
        yield heads[index] ?? Buffer.alloc(0);
        if ("file" in part) yield* part.file.open();
        else yield Buffer.from(part.value);
        yield Buffer.from("\r\n");
      }
      yield end;
    },
  };
}

function lengthOf(part: FormPart): number {
  return "file" in part ? part.file.bytes : Buffer.byteLength(part.value);
}

function headOf(part: FormPart, boundary: string): string {
  const name = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"`;
  if (!("file" in part)) return `${name}\r\n\r\n`;
  const { fileName, file } = part;
  return `${name}; filename="${quoted(fileName)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`;
}

/** A name cannot end its quotes or its line. */
function quoted(text: string): string {
  return text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

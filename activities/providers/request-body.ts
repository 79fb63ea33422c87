import { randomUUID } from "node:crypto";

/** Part of a form: a text, or a file of known length that is streamed instead of held in memory. */
export type FormPart =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly file: StreamedBytes; readonly fileName: string };

export interface StreamedBytes {
  readonly contentType: string;
  readonly bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Small enough that encoding a piece does not block the event loop. */
const pieceBytes = 1024 * 1024;

/** Wraps bytes in memory as a file. */
export function toFile(contentType: string, bytes: Uint8Array): StreamedBytes {
  return {
    contentType,
    bytes: bytes.byteLength,
    async *open() {
      for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
        yield bytes.subarray(start, start + pieceBytes);
      }
    },
  };
}

const isEmbedded = Symbol("embedded file");

/**
 * A file inside a JSON body, as base64 after a prefix. Encoded while the body is sent, so no copy is kept.
 */
export interface EmbeddedFile {
  readonly [isEmbedded]: true;
  readonly prefix: string;
  readonly file: StreamedBytes;
}

export function embedFile(file: StreamedBytes, { prefix = "" } = {}): EmbeddedFile {
  return { [isEmbedded]: true, prefix, file };
}

/** At most one of these is set. */
export interface RequestContent {
  /** Sent as JSON. May contain embedded files. */
  readonly body?: unknown;
  /** Sent as multipart/form-data. */
  readonly form?: readonly FormPart[];
  /** Sent unchanged. */
  readonly stream?: StreamedBytes;
}

/** A body of known length: providers refuse chunked bodies. */
export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export function encodeBody({ body, form, stream }: RequestContent): EncodedBody | undefined {
  if (body !== undefined) return encodeJson(body);
  if (form !== undefined) return encodeForm(form);
  return stream;
}

/** Serializes embedded files as placeholders, then splits the text at the placeholders. */
function encodeJson(body: unknown): EncodedBody {
  const mark = randomUUID();
  const files: EmbeddedFile[] = [];
  const text = JSON.stringify(body, (_name, value: unknown) => {
    if (typeof value !== "object" || value === null || !(isEmbedded in value)) return value;
    const embedded = value as EmbeddedFile;
    files.push(embedded);
    return `${embedded.prefix}${mark}`;
  });
  const parts = text.split(mark).map((part) => Buffer.from(part));
  const lengths = files.map(({ file }) => 4 * Math.ceil(file.bytes / 3));
  return {
    contentType: "application/json",
    bytes: [...parts.map((part) => part.byteLength), ...lengths].reduce((a, b) => a + b, 0),
    async *open() {
      for (const [index, part] of parts.entries()) {
        yield part;
        const embedded = files[index];
        if (embedded !== undefined) yield* encodeBase64(embedded.file.open());
      }
    },
  };
}

/**
 * Base64 encodes three bytes as four characters, so remaining bytes of a chunk are encoded with the next
 * chunk.
 */
async function* encodeBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.byteLength - (bytes.byteLength % 3);
    yield Buffer.from(bytes.toString("base64", 0, whole));
    rest = bytes.subarray(whole);
  }
  yield Buffer.from(Buffer.from(rest).toString("base64"));
}

/** Encodes multipart/form-data (RFC 7578). */
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

/** Escapes characters that would end the quoted string or the line. */
function quoted(text: string): string {
  return text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

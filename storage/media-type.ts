/** Longest prefix that a decision needs, in bytes. */
export const sniffBytes = 512;

interface Signature {
  readonly type: string;
  readonly extension: string;
  readonly matches: (head: Uint8Array) => boolean;
}

const signatures: readonly Signature[] = [
  {
    type: "image/png",
    extension: "png",
    matches: startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  { type: "image/jpeg", extension: "jpg", matches: startsWith([0xff, 0xd8, 0xff]) },
  { type: "image/gif", extension: "gif", matches: startsWithText("GIF87a") },
  { type: "image/gif", extension: "gif", matches: startsWithText("GIF89a") },
  { type: "image/webp", extension: "webp", matches: riff("WEBP") },
  { type: "image/avif", extension: "avif", matches: brand(["avif", "avis"]) },
  { type: "audio/mp4", extension: "m4a", matches: brand(["M4A ", "M4B "]) },
  { type: "video/quicktime", extension: "mov", matches: brand(["qt  "]) },
  { type: "video/mp4", extension: "mp4", matches: textAt(4, "ftyp") },
  { type: "video/webm", extension: "webm", matches: startsWith([0x1a, 0x45, 0xdf, 0xa3]) },
  { type: "audio/wav", extension: "wav", matches: riff("WAVE") },
  { type: "audio/flac", extension: "flac", matches: startsWithText("fLaC") },
  { type: "audio/ogg", extension: "ogg", matches: startsWithText("OggS") },
  { type: "audio/mpeg", extension: "mp3", matches: startsWithText("ID3") },
  { type: "audio/mpeg", extension: "mp3", matches: isMpegAudioFrame },
  { type: "model/gltf-binary", extension: "glb", matches: startsWithText("glTF") },
];

const extensions: ReadonlyMap<string, string> = new Map([
  ...signatures.map(({ type, extension }) => [type, extension] as const),
  ["text/plain", "txt"],
  ["text/vtt", "vtt"],
  ["application/x-subrip", "srt"],
  ["application/json", "json"],
  ["image/svg+xml", "svg"],
  ["model/stl", "stl"],
]);

/**
 * Returns the media type that the first bytes prove, or null. Types stated by servers and callers are
 * ignored.
 */
export function sniffMediaType(head: Uint8Array): string | null {
  return signatures.find((signature) => signature.matches(head))?.type ?? null;
}

/**
 * Reports whether the beginning of a file contains markup or a script in addition to a valid signature. Such
 * a file is an image to the engine, but a page to a program that opens it as one. Two-byte characters are
 * detected, too.
 */
export function hidesMarkup(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString("latin1").replaceAll("\0", "");
  return /<(?:script|html|head|body|iframe|svg|!doctype|\?php)|javascript:/i.test(text);
}

/** Returns the file name extension of a media type, without the dot; `bin` for unknown types. */
export function extensionOf(mediaType: string): string {
  return extensions.get(mediaType.split(";")[0]?.trim().toLowerCase() ?? "") ?? "bin";
}

function startsWith(bytes: readonly number[]): (head: Uint8Array) => boolean {
  return (head) => bytes.every((byte, index) => head[index] === byte);
}

function startsWithText(text: string): (head: Uint8Array) => boolean {
  return textAt(0, text);
}

function textAt(offset: number, text: string): (head: Uint8Array) => boolean {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0));
  return (head) => codes.every((code, index) => head[offset + index] === code);
}

function riff(kind: string): (head: Uint8Array) => boolean {
  return (head) => textAt(0, "RIFF")(head) && textAt(8, kind)(head);
}

/** ISO base media files name their brand after `ftyp`. */
function brand(names: readonly string[]): (head: Uint8Array) => boolean {
  return (head) => textAt(4, "ftyp")(head) && names.some((name) => textAt(8, name)(head));
}

/**
 * Frame sync of 11 bits, a version, a bit rate and a sampling rate that exist, and layer III or II. Layer I
 * is not in use, and its first two bytes are also those of text in UTF-16.
 */
function isMpegAudioFrame(head: Uint8Array): boolean {
  const [first, second, third] = head;
  if (first !== 0xff || second === undefined || third === undefined) return false;
  const isSync = (second & 0xe0) === 0xe0;
  const version = (second >> 3) & 0x03;
  const layer = (second >> 1) & 0x03;
  const bitRate = third >> 4;
  const samplingRate = (third >> 2) & 0x03;
  return (
    isSync && version !== 1 && (layer === 1 || layer === 2) && bitRate !== 15 && samplingRate !== 3
  );
}

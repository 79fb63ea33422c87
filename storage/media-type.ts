/** Longest prefix that a decision needs, in bytes. */
export const sniffBytes = 512;

interface Signature {
  readonly type: string;
  readonly extension: string;
  readonly matches: (head: Uint8Array) => boolean;
}

const signatures: readonly Signature[] = [
  { type: "image/png", extension: "png", matches: startsWith([0x89, 0x50, 0x4e, 0x47]) },
  { type: "image/jpeg", extension: "jpg", matches: startsWith([0xff, 0xd8, 0xff]) },
  { type: "image/gif", extension: "gif", matches: startsWithText("GIF8") },
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
  ["application/json", "json"],
  ["image/svg+xml", "svg"],
  ["model/stl", "stl"],
]);

/** The type that the first bytes prove, or null. What a server or a caller says is not believed. */
export function sniffMediaType(head: Uint8Array): string | null {
  return signatures.find((signature) => signature.matches(head))?.type ?? null;
}

/** File name extension of a media type, without the dot; `bin` for what is not known. */
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

/** Frame sync of 11 bits, then a layer and a bit rate that exist. */
function isMpegAudioFrame(head: Uint8Array): boolean {
  const [first, second, third] = head;
  if (first !== 0xff || second === undefined || third === undefined) return false;
  return (second & 0xe0) === 0xe0 && (second & 0x06) !== 0 && (third & 0xf0) !== 0xf0;
}

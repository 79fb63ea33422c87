import type { InputKind } from "#studio/capability.ts";

interface Signature {
  readonly contentType: string;
  readonly matches: (head: Buffer) => boolean;
}

const text = (offset: number, ...words: string[]) => {
  return (head: Buffer) =>
    words.some((word) => head.toString("latin1", offset, offset + word.length) === word);
};
const both =
  (...tests: ((head: Buffer) => boolean)[]) =>
  (head: Buffer) =>
    tests.every((test) => test(head));

/** The first match wins, so more specific signatures come first. */
const signatures: readonly Signature[] = [
  { contentType: "image/png", matches: text(0, "\x89PNG\r\n\x1a\n") },
  { contentType: "image/jpeg", matches: text(0, "\xff\xd8\xff") },
  { contentType: "image/gif", matches: text(0, "GIF87a", "GIF89a") },
  { contentType: "image/webp", matches: both(text(0, "RIFF"), text(8, "WEBP")) },
  { contentType: "image/avif", matches: both(text(4, "ftyp"), text(8, "avif", "avis")) },
  { contentType: "image/tiff", matches: text(0, "II*\0", "MM\0*") },
  { contentType: "audio/wav", matches: both(text(0, "RIFF"), text(8, "WAVE")) },
  { contentType: "video/x-msvideo", matches: both(text(0, "RIFF"), text(8, "AVI ")) },
  { contentType: "audio/mp4", matches: both(text(4, "ftyp"), text(8, "M4A ", "M4B ")) },
  { contentType: "video/quicktime", matches: both(text(4, "ftyp"), text(8, "qt  ")) },
  { contentType: "video/mp4", matches: text(4, "ftyp") },
  { contentType: "video/webm", matches: text(0, "\x1aE\xdf\xa3") },
  { contentType: "audio/ogg", matches: text(0, "OggS") },
  { contentType: "audio/flac", matches: text(0, "fLaC") },
  { contentType: "audio/mpeg", matches: text(0, "ID3") },
  { contentType: "model/gltf-binary", matches: text(0, "glTF") },
  {
    contentType: "audio/aac",
    matches: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0,
  },
  {
    contentType: "audio/mpeg",
    matches: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0,
  },
];

/** Detects the content type from a file's first 16 bytes; null when no signature matches. */
export function sniffContentType(head: Buffer): string | null {
  return signatures.find((signature) => signature.matches(head))?.contentType ?? null;
}

/** Containers such as MP4 and WebM may hold audio only, so video types are acceptable as audio. */
export function isAcceptable(kind: InputKind, contentType: string): boolean {
  switch (kind) {
    case "image":
    case "mask":
      return contentType.startsWith("image/");
    case "video":
      return contentType.startsWith("video/") || contentType === "image/gif";
    case "audio":
      return contentType.startsWith("audio/") || contentType.startsWith("video/");
    case "model":
      return contentType === "model/gltf-binary";
  }
}

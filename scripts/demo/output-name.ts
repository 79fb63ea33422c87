const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/wave": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "model/gltf-binary": "glb",
  "text/plain": "txt",
  "text/vtt": "vtt",
  "application/x-subrip": "srt",
  "application/json": "json",
};
const lettersMax = 48;

/**
 * A file name for a sentence: its first words in lower case without accents, and the extension of the content
 * type.
 */
export function outputName(sentence: string, contentType: string): string {
  const plain = sentence.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  let name = "";
  for (const word of words) {
    const longer = name === "" ? word : `${name}-${word}`;
    if (longer.length > lettersMax) break;
    name = longer;
  }
  const plainType = contentType.split(";")[0]?.trim() ?? "";
  return `${name || "output"}.${extensions[plainType] ?? "bin"}`;
}

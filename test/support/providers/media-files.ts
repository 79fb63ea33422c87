import { readFileSync } from "node:fs";

/** Small files that players and decoders accept: the results of simulated providers. */
export const mediaTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  svg: "image/svg+xml",
  mp4: "video/mp4",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  ogg: "audio/ogg",
  glb: "model/gltf-binary",
} as const;
export type MediaName = keyof typeof mediaTypes;

export function mediaFile(name: MediaName): Buffer {
  return readFileSync(new URL(`../../fixtures/media/tiny.${name}`, import.meta.url));
}

import type { ContentType, InputKind } from "./capability.ts";

/** How an asset came: sent by the caller, read from an address, or kept from a job's output. */
export const assetSources = ["upload", "address", "output"] as const;
export type AssetSource = (typeof assetSources)[number];

/** What a file is, by its media type; null for what nothing here can work on. */
export function assetKindOf(mediaType: string): ContentType | null {
  const [family = ""] = mediaType.split("/");
  switch (family) {
    case "image":
    case "video":
    case "audio":
      return family;
    case "model":
      return "3d";
    default:
      return null;
  }
}

/** Whether a file may be attached as an input of this kind. */
export function isOfInputKind(mediaType: string, kind: InputKind): boolean {
  const family = mediaType.split("/")[0];
  switch (kind) {
    case "image":
    case "mask":
      return family === "image";
    case "video":
      return family === "video";
    // A container of video may carry sound only, and a voice memo often is one.
    case "audio":
      return family === "audio" || mediaType === "video/mp4" || mediaType === "video/webm";
  }
}

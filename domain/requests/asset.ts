import type { ContentType, InputKind } from "./capability.ts";

/** Origin of an asset: uploaded by the caller, copied from a URL, or kept from a job's output. */
export const assetSources = ["upload", "address", "output"] as const;
export type AssetSource = (typeof assetSources)[number];

/** Returns the content type of a file by its media type; null for files that no model can process. */
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

/** Reports whether a file may be attached as an input of this kind. */
export function isOfInputKind(mediaType: string, kind: InputKind): boolean {
  const family = mediaType.split("/")[0];
  switch (kind) {
    case "image":
    case "mask":
      return family === "image";
    case "video":
      return family === "video";
    // A video container may contain sound only, as voice memos often do.
    case "audio":
      return family === "audio" || mediaType === "video/mp4" || mediaType === "video/webm";
  }
}

/** Files of a preview: a small image of an image or a video, and frames of a video side by side. */
export const previewVariants = ["poster", "strip"] as const;
export type PreviewVariant = (typeof previewVariants)[number];

/** Previews are stored next to their file. */
export function previewKey(storageKey: string, variant: PreviewVariant): string {
  return `${storageKey}.${variant}`;
}

/** Parts of a preview. A file that cannot be decoded has an empty one. */
export interface PreviewContent {
  readonly variants: readonly PreviewVariant[];
  /** ThumbHash of the poster in base64. */
  readonly thumbHash?: string;
  /** Loudest sample of each thousandth of a recording, one byte each, in base64. */
  readonly peaks?: string;
}

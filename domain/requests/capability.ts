/** Content types in their wire form; `contentTypeTitles` has the display titles. */
export const contentTypes = ["image", "video", "audio", "3d"] as const;
export type ContentType = (typeof contentTypes)[number];

export const contentTypeTitles: Record<ContentType, string> = {
  image: "Image",
  video: "Video",
  audio: "Audio",
  "3d": "3D",
};

/**
 * Kinds of inputs that a caller can attach. A mask is an image whose white pixels mark the area to change.
 */
export const inputKinds = ["image", "video", "audio", "mask"] as const;
export type InputKind = (typeof inputKinds)[number];

/** Kinds of files that jobs work on: those that callers attach, and 3D models for media operations. */
export const fileKinds = [...inputKinds, "model"] as const;
export type FileKind = (typeof fileKinds)[number];

interface CapabilityRule {
  readonly title: string;
  /** Default content type of a result; `enhancement` and similar capabilities follow their input. */
  readonly contentType: ContentType;
  /**
   * Each entry is one acceptable set of inputs; the first set covered by the attachments is used. An empty
   * set means that the prompt alone is enough.
   */
  readonly inputs: readonly (readonly InputKind[])[];
  readonly needsPrompt: boolean;
}

/** Capabilities with their titles, inputs and results. */
export const capabilityRules = {
  "text-to-image": {
    title: "Text-to-Image",
    contentType: "image",
    inputs: [[]],
    needsPrompt: true,
  },
  "image-to-image": {
    title: "Image-to-Image",
    contentType: "image",
    inputs: [["image"]],
    needsPrompt: true,
  },
  inpainting: {
    title: "Inpainting",
    contentType: "image",
    inputs: [["image", "mask"], ["image"]],
    needsPrompt: true,
  },
  "text-to-video": {
    title: "Text-to-Video",
    contentType: "video",
    inputs: [[]],
    needsPrompt: true,
  },
  "image-to-video": {
    title: "Image-to-Video",
    contentType: "video",
    inputs: [["image"]],
    needsPrompt: false,
  },
  "video-editing": {
    title: "Video Editing",
    contentType: "video",
    inputs: [["video"]],
    needsPrompt: true,
  },
  "text-to-speech": {
    title: "Text-to-Speech",
    contentType: "audio",
    inputs: [[]],
    needsPrompt: true,
  },
  "speech-to-text": {
    title: "Speech-to-Text",
    contentType: "audio",
    inputs: [["audio"], ["video"]],
    needsPrompt: false,
  },
  "speech-to-speech": {
    title: "Speech-to-Speech",
    contentType: "audio",
    inputs: [["audio"]],
    needsPrompt: false,
  },
  upscaling: {
    title: "Upscaling",
    contentType: "image",
    inputs: [["image"], ["video"]],
    needsPrompt: false,
  },
  enhancement: {
    title: "Enhancement",
    contentType: "image",
    inputs: [["image"], ["video"], ["audio"]],
    needsPrompt: false,
  },
  restoration: {
    title: "Restoration",
    contentType: "image",
    inputs: [["image"], ["video"], ["audio"]],
    needsPrompt: false,
  },
  "lip-sync": {
    title: "Lip Sync",
    contentType: "video",
    inputs: [
      ["video", "audio"],
      ["image", "audio"],
    ],
    needsPrompt: false,
  },
  "text-to-3d": { title: "Text-to-3D", contentType: "3d", inputs: [[]], needsPrompt: true },
  "image-to-3d": {
    title: "Image-to-3D",
    contentType: "3d",
    inputs: [["image"]],
    needsPrompt: false,
  },
  "vision-analysis": {
    title: "Vision Analysis",
    contentType: "image",
    inputs: [["image"], ["video"]],
    needsPrompt: false,
  },
} as const satisfies Record<string, CapabilityRule>;

export type Capability = keyof typeof capabilityRules;

export const capabilities = Object.keys(capabilityRules) as [Capability, ...Capability[]];

export function isCapability(word: string): word is Capability {
  return Object.hasOwn(capabilityRules, word);
}

/** Returns the input kinds that a capability still lacks; empty when one of its input sets is covered. */
export function missingInputs(
  capability: Capability,
  attached: readonly InputKind[],
): readonly InputKind[] {
  const sets: readonly (readonly InputKind[])[] = capabilityRules[capability].inputs;
  const missing = sets.map((set) => set.filter((kind) => !attached.includes(kind)));
  return missing.toSorted((left, right) => left.length - right.length)[0] ?? [];
}

/** Reports whether a capability works from text alone. */
export function takesTextOnly(capability: Capability): boolean {
  const sets: readonly (readonly InputKind[])[] = capabilityRules[capability].inputs;
  return sets.every((set) => set.length === 0);
}

/** Lists the capabilities that the attachments can serve, from which an intent parser may choose. */
export function servableCapabilities(attached: readonly InputKind[]): Capability[] {
  return capabilities.filter((capability) => missingInputs(capability, attached).length === 0);
}

/**
 * Returns the content type of a result. Upscaling a video gives a video; enhancing a recording gives audio.
 */
export function resultContentType(
  capability: Capability,
  attached: readonly InputKind[],
): ContentType {
  const follows =
    capability === "upscaling" || capability === "enhancement" || capability === "restoration";
  if (follows && !attached.includes("image")) {
    if (attached.includes("video")) return "video";
    if (attached.includes("audio")) return "audio";
  }
  return capabilityRules[capability].contentType;
}

/** Kinds of input files. A mask is an image whose white pixels mark the area to change; a model is 3D. */
export const inputKinds = ["image", "video", "audio", "mask", "model"] as const;
export type InputKind = (typeof inputKinds)[number];

interface CapabilityRule {
  /** Acceptable sets of inputs; an empty set means that no input is required. */
  readonly inputs: readonly (readonly InputKind[])[];
  readonly needsPrompt: boolean;
}

/**
 * Capabilities of the protocol. Deliberately duplicates the engine's table: studio is a separate
 * provider and shares only the HTTP protocol with the engine.
 */
export const capabilityRules = {
  "text-to-image": { inputs: [[]], needsPrompt: true },
  "image-to-image": { inputs: [["image"]], needsPrompt: true },
  inpainting: { inputs: [["image", "mask"], ["image"]], needsPrompt: true },
  "text-to-video": { inputs: [[]], needsPrompt: true },
  "image-to-video": { inputs: [["image"]], needsPrompt: false },
  "video-editing": { inputs: [["video"]], needsPrompt: true },
  "text-to-speech": { inputs: [[]], needsPrompt: true },
  "speech-to-text": { inputs: [["audio"], ["video"]], needsPrompt: false },
  "speech-to-speech": { inputs: [["audio"]], needsPrompt: false },
  upscaling: { inputs: [["image"], ["video"]], needsPrompt: false },
  enhancement: { inputs: [["image"], ["video"], ["audio"]], needsPrompt: false },
  restoration: { inputs: [["image"], ["video"], ["audio"]], needsPrompt: false },
  "lip-sync": {
    inputs: [
      ["video", "audio"],
      ["image", "audio"],
    ],
    needsPrompt: false,
  },
  "text-to-3d": { inputs: [[]], needsPrompt: true },
  "image-to-3d": { inputs: [["image"]], needsPrompt: false },
  "vision-analysis": { inputs: [["image"], ["video"]], needsPrompt: false },
} as const satisfies Record<string, CapabilityRule>;

export type Capability = keyof typeof capabilityRules;

export const capabilities = Object.keys(capabilityRules) as [Capability, ...Capability[]];

/** Lists the missing input kinds; empty when `attached` covers one of the capability's input sets. */
export function missingInputs(
  capability: Capability,
  attached: readonly InputKind[],
): readonly InputKind[] {
  const sets: readonly (readonly InputKind[])[] = capabilityRules[capability].inputs;
  const missing = sets.map((set) => set.filter((kind) => !attached.includes(kind)));
  return missing.toSorted((left, right) => left.length - right.length)[0] ?? [];
}

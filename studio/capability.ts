/** What a caller can attach. A mask is an image whose white pixels mark the area to change. */
export const inputKinds = ["image", "video", "audio", "mask"] as const;
export type InputKind = (typeof inputKinds)[number];

interface CapabilityRule {
  /** Each entry is one acceptable set of inputs; an empty set means that the prompt is enough. */
  readonly inputs: readonly (readonly InputKind[])[];
  readonly needsPrompt: boolean;
}

/**
 * The words of the protocol. They repeat the engine's table on purpose: studio is a provider of its
 * own and shares nothing with the engine but the wire.
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

/** Input kinds that are still missing; empty when one of the capability's input sets is covered. */
export function missingInputs(
  capability: Capability,
  attached: readonly InputKind[],
): readonly InputKind[] {
  const sets: readonly (readonly InputKind[])[] = capabilityRules[capability].inputs;
  const missing = sets.map((set) => set.filter((kind) => !attached.includes(kind)));
  return missing.toSorted((left, right) => left.length - right.length)[0] ?? [];
}

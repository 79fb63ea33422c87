import { capabilityRules, contentTypeTitles } from "#domain/requests/capability.ts";
import type { Capability, ContentType, InputKind } from "#domain/requests/capability.ts";
import type { Question } from "#domain/requests/intent.ts";

const kindNames: Record<InputKind, string> = {
  image: "an image",
  video: "a video",
  audio: "an audio recording",
  mask: "a mask",
};

const makers: readonly { contentType: ContentType; capability: Capability; result: string }[] = [
  { contentType: "image", capability: "text-to-image", result: "an image" },
  { contentType: "video", capability: "text-to-video", result: "a video" },
  { contentType: "audio", capability: "text-to-speech", result: "speech" },
  { contentType: "3d", capability: "text-to-3d", result: "a 3D model" },
];

/** Asks for the medium of a request, among the possible capabilities. */
export function askForMedium(subject: string, possible: readonly Capability[]): Question {
  const offered = makers.filter(({ capability }) => possible.includes(capability));
  const results = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
    offered.map(({ result }) => result),
  );
  return {
    text:
      subject === ""
        ? `What would you like to make: ${results}?`
        : `Should this become ${results}?`,
    options: offered.map(({ contentType, capability }) => ({
      label: contentTypeTitles[contentType],
      capability,
    })),
  };
}

/** Asks for the files without which a capability cannot start: one option for each acceptable set. */
export function askForInput(capability: Capability, missing: readonly InputKind[]): Question {
  const { title, inputs } = capabilityRules[capability];
  const sets: readonly (readonly InputKind[])[] = inputs;
  const isOneOf = missing.length === 1 && sets.every((set) => set.length === 1);
  const options = (isOneOf ? sets : [missing]).map((kinds) => ({
    label: `Attach ${listOf(kinds)}`,
    capability,
    inputs: kinds,
  }));
  const wanted = options.map((option) => listOf(option.inputs)).join(" or ");
  return { text: `${title} works on something that exists: please attach ${wanted}.`, options };
}

function listOf(kinds: readonly InputKind[]): string {
  return kinds.map((kind) => kindNames[kind]).join(" and ");
}

const fileKinds = ["image", "video", "audio"] as const satisfies readonly InputKind[];

/** Asks for a file whose kind is unknown. */
export function askForFile(): Question {
  return {
    text: "This works on a file: please attach the image, video or recording.",
    options: fileKinds.map((kind) => ({ label: `Attach ${kindNames[kind]}`, inputs: [kind] })),
  };
}

/** Asks for the content that the capability shall generate or speak. */
export function askForSubject(capability: Capability): Question {
  const text =
    capability === "text-to-speech"
      ? "Which text should be spoken? Put it in quotes or after a colon."
      : "What should it show?";
  return { text, options: [{ label: capabilityRules[capability].title, capability }] };
}

/** Asks for one of the likely capabilities, as far as they are possible. */
export function askForCapability(
  likely: readonly Capability[],
  possible: readonly Capability[],
): Question {
  const offered = likely.filter((capability) => possible.includes(capability)).slice(0, 4);
  const options = offered.length > 0 ? offered : possible.slice(0, 4);
  return {
    text: "What should be done with this?",
    options: options.map((capability) => ({
      label: capabilityRules[capability].title,
      capability,
    })),
  };
}

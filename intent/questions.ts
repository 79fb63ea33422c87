import {
  capabilityRules,
  contentTypeTitles,
  servableCapabilities,
} from "#domain/requests/capability.ts";
import type { Capability, ContentType, InputKind } from "#domain/requests/capability.ts";
import type { Question } from "#domain/requests/intent.ts";

const kindNames: Record<InputKind, string> = {
  image: "an image",
  video: "a video",
  audio: "an audio recording",
  mask: "a mask",
};

const makers: readonly { contentType: ContentType; capability: Capability }[] = [
  { contentType: "image", capability: "text-to-image" },
  { contentType: "video", capability: "text-to-video" },
  { contentType: "audio", capability: "text-to-speech" },
  { contentType: "3d", capability: "text-to-3d" },
];

/** Asks for the medium of a request. */
export function askForMedium(subject: string): Question {
  return {
    text:
      subject === ""
        ? "What would you like to make: an image, a video, speech or a 3D model?"
        : "Should this become an image, a video, speech or a 3D model?",
    options: makers.map(({ contentType, capability }) => ({
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

/** Asks for one of the likely capabilities; never offers one that the attachments cannot serve. */
export function askForCapability(
  likely: readonly Capability[],
  attachments: readonly InputKind[],
): Question {
  const servable = servableCapabilities(attachments);
  const offered = likely.filter((capability) => servable.includes(capability)).slice(0, 4);
  const options = offered.length > 0 ? offered : servable.slice(0, 4);
  return {
    text: "What should be done with this?",
    options: options.map((capability) => ({
      label: capabilityRules[capability].title,
      capability,
    })),
  };
}

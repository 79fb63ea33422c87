import { type Capability, isCapability, takesTextOnly } from "#domain/requests/capability.ts";
import { listPhraseFiles } from "#intent/phrase-files.ts";
import type { Dialogue } from "#intent/score-dialogues.ts";
import { listSynonymFiles } from "#intent/synonyms.ts";

const starts = {
  image: { text: "Create an image of a red fox in the snow", capability: "text-to-image" },
  video: { text: "Create a video of a red fox in the snow", capability: "text-to-video" },
  audio: { text: 'Read this aloud: "The fox is in the snow."', capability: "text-to-speech" },
} as const;

/** Adjustments by the medium of a usual result, and the field that they change. */
const adjusted = {
  wide: ["image", "aspectRatio"],
  tall: ["image", "aspectRatio"],
  square: ["image", "aspectRatio"],
  sharper: ["image", "resolution"],
  longer: ["video", "durationSeconds"],
  shorter: ["video", "durationSeconds"],
  slower: ["audio", "speed"],
  faster: ["audio", "speed"],
  cheaper: ["image", "optimizeFor"],
  better: ["image", "optimizeFor"],
} as const;

/** Terms of an act in a language. */
const termsMax = 2;

/** Dialogues in which a term for an act is all that the second message says: "again", "wider". */
export function listTermDialogues(): Dialogue[] {
  return listSynonymFiles().flatMap(({ language, synonyms }) => {
    const again = (synonyms["follow-up"]?.["again"] ?? [])
      .slice(0, termsMax)
      .map((term) => toDialogue(language, "image", { text: plain(term), act: "repeat" }));
    const changes = Object.entries(adjusted).flatMap(([name, [medium, field]]) =>
      (synonyms["adjust"]?.[name] ?? [])
        .slice(0, termsMax)
        .map((term) =>
          toDialogue(language, medium, { text: plain(term), act: "adjust", changes: [field] }),
        ),
    );
    return [...again, ...changes];
  });
}

/** Messages that contain the whole phrase of a capability, about a file: "upscale this photo". */
export function listPhraseDialogues(): Dialogue[] {
  return listPhraseFiles().flatMap(({ content: { language, groups } }) =>
    groups.flatMap(({ label, phrases, attachments }) => {
      const [kind, ...others] = attachments;
      const isWork = isCapability(label) && !takesTextOnly(label) && others.length === 0;
      if (!isWork || (kind !== "image" && kind !== "video" && kind !== "audio")) return [];
      const act = edits.has(label) ? "edit" : "convert";
      return phrases
        .filter((phrase) => !phrase.includes("{"))
        .toSorted((left, right) => left.length - right.length)
        .slice(0, termsMax)
        .map((text) => toDialogue(language, kind, { text, act, capability: label }));
    }),
  );
}

const edits: ReadonlySet<Capability> = new Set([
  "image-to-image",
  "inpainting",
  "video-editing",
  "speech-to-speech",
]);

/** The term without its optional parts. */
function plain(term: string): string {
  return term
    .replaceAll(/\([^)]*\)/gu, "")
    .replaceAll(/[*+.~]/gu, "")
    .trim();
}

function toDialogue(
  lang: string,
  medium: keyof typeof starts,
  wanted: { text: string } & Pick<Dialogue["turns"][number]["expect"], "act"> &
    Partial<Dialogue["turns"][number]["expect"]>,
): Dialogue {
  const { text: first, capability } = starts[medium];
  const { text, ...expect } = wanted;
  const none = { accept: [], acceptCapability: [] };
  return {
    id: `${lang} ${text}`,
    lang,
    turns: [
      { text: first, attach: [], expect: { act: "new", capability, ...none } },
      { text, attach: [], expect: { ...none, ...expect, refersTo: ["1"] } },
    ],
  };
}

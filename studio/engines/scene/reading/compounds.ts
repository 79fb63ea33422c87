import type { Subject } from "./read-prompt.ts";

/** Pairs of subjects that are one thing, and the combined subject. */
const compounds: readonly (readonly [string, string, string])[] = [
  ["🏴‍☠️", "⛵", "@pirate-ship"],
  ["🏴‍☠️", "🚢", "@pirate-ship"],
  ["🌳", "@solid:treehouse", "@solid:treehouse"],
  ["@cliff", "@lighthouse", "@lighthouse"],
];

/** Joins pairs of subjects that are one thing. */
export function joinCompounds(subjects: readonly Subject[]): readonly Subject[] {
  const pair = compounds.find(([part, whole]) =>
    [part, whole].every((emoji) => subjects.some((subject) => subject.emoji === emoji)),
  );
  if (!pair) return subjects;
  const [part, whole, joined] = pair;
  const rename = (emoji: string | null) => (emoji === part || emoji === whole ? joined : emoji);
  return subjects
    .filter(({ emoji }) => emoji !== part)
    .map((subject) =>
      subject.emoji === whole
        ? { ...subject, emoji: joined, mount: null }
        : { ...subject, mount: rename(subject.mount), shelter: rename(subject.shelter) },
    );
}

import {
  type Context,
  type ContextFile,
  type FileGroup,
  isSameFile,
  listGroups,
  type Medium,
  turnOf,
} from "./context.ts";
import { countMentioned } from "./subject-words.ts";

/** Terms by which a message names files of earlier messages. */
export interface Mention {
  readonly ordinals: readonly (number | "last")[];
  readonly isBoth: boolean;
  /** Files that the caller sent. */
  readonly isSent: boolean;
  /** The first version. */
  readonly isOriginal: boolean;
  readonly media: ReadonlySet<Medium>;
  /** Terms of the subject. */
  readonly words: readonly string[];
}

/** Terms by which earlier messages describe their files. */
export interface Descriptions {
  /** Terms of a message. */
  wordsOf(group: FileGroup): readonly string[];
  /** Terms of each result, when the message describes them one by one; else empty. */
  partsOf(group: FileGroup): readonly (readonly string[])[];
}

export interface Referent {
  readonly group: FileGroup;
  readonly files: readonly ContextFile[];
  /** The message names the file by more than a pronoun. */
  readonly isNamed: boolean;
}

/** Messages through which terms are inherited from the messages that they refer to. */
const inheritanceMax = 10;

/**
 * Finds the files that a message means, among those that fit its act. An ordinal counts in the newest group that has so
 * many files, or else the results of that medium over all messages; terms of the subject choose the group that shares
 * most; without a name, it is the newest group. Null when nothing fits.
 */
export function findReferent(
  context: Context,
  mention: Mention,
  { fits, describe }: { fits: (medium: Medium) => boolean; describe: Descriptions },
): Referent | null {
  const all = listGroups(context).flatMap((group) => {
    const files = group.files.filter(({ medium }) => fits(medium));
    return files.length === 0 ? [] : [{ ...group, files }];
  });
  if (all.length === 0) return null;
  const { groups, isNarrowed } = narrow(all, mention);
  if (mention.isBoth) return { ...chooseBoth(groups), isNamed: true };
  const scored = groups.map((group) => ({ group, ...score(group, context, mention, describe) }));
  const best = Math.max(...scored.map(({ points }) => points));
  const matching = best > 0 ? scored.filter(({ points }) => points === best) : [];
  const [newest] = matching;
  const ordinal = mention.ordinals[0];
  if (ordinal !== undefined) {
    const counted = count(groups, ordinal);
    if (counted !== null) return { ...counted, isNamed: true };
  }
  if (newest !== undefined) {
    const files = newest.files.length > 0 ? newest.files : newest.group.files;
    return { group: newest.group, files, isNamed: true };
  }
  const [group] = groups;
  return group === undefined ? null : { group, files: group.files, isNamed: isNarrowed };
}

function narrow(
  all: readonly FileGroup[],
  { isSent, isOriginal, media }: Mention,
): { groups: readonly FileGroup[]; isNarrowed: boolean } {
  const byMedium =
    media.size === 0
      ? []
      : all.flatMap((group) => {
          const files = group.files.filter(({ medium }) => media.has(medium));
          return files.length === 0 ? [] : [{ ...group, files }];
        });
  const named = byMedium.length > 0 ? byMedium : all;
  const sent = isSent ? named.filter(({ origin }) => origin === "sent") : [];
  if (sent.length > 0) return { groups: sent, isNarrowed: true };
  const oldest = named.at(-1);
  if (isOriginal && oldest !== undefined) return { groups: [oldest], isNarrowed: true };
  return { groups: named, isNarrowed: byMedium.length > 0 };
}

function chooseBoth(groups: readonly FileGroup[]): Pick<Referent, "group" | "files"> {
  const made = groups.filter(({ origin }) => origin === "made");
  const [newest, next] = made.length > 0 ? made : groups;
  if (newest === undefined) throw new Error("expected a group of files");
  if (newest.files.length > 1 || next === undefined) return { group: newest, files: newest.files };
  return { group: newest, files: [...next.files, ...newest.files] };
}

function score(
  group: FileGroup,
  context: Context,
  { words }: Mention,
  describe: Descriptions,
): { points: number; files: readonly ContextFile[] } {
  if (words.length === 0) return { points: 0, files: [] };
  const parts = describe.partsOf(group).map((part) => countMentioned(words, part));
  const most = Math.max(0, ...parts);
  const only = parts.filter((points) => points === most).length === 1 ? parts.indexOf(most) : -1;
  const file = most > 0 && only >= 0 ? group.files[only] : undefined;
  return {
    points: countMentioned(words, inheritedWords(group, context, describe)),
    files: file === undefined ? [] : [file],
  };
}

/** Acts whose result shows the same subject. */
const inherits: ReadonlySet<string> = new Set(["adjust", "repeat", "edit", "convert"]);

/** Terms of the group's message, and of the files on which it works. */
function inheritedWords(
  group: FileGroup,
  context: Context,
  describe: Descriptions,
  depth = 0,
): readonly string[] {
  const own = describe.wordsOf(group);
  if (group.origin === "sent" || depth === inheritanceMax || !inherits.has(group.turn.act))
    return own;
  const inherited = group.turn.refersTo.flatMap((reference) => {
    const turn = turnOf(reference, context);
    const source = turn && listGroups([turn]).find(({ files }) => hasFile(files, reference));
    if (source === undefined) return [];
    const at = source.files.findIndex((file) => isSameFile(file.reference, reference));
    const part = describe.partsOf(source)[at];
    return part ?? inheritedWords(source, context, describe, depth + 1);
  });
  return [...own, ...inherited];
}

function hasFile(
  files: readonly ContextFile[],
  reference: Parameters<typeof isSameFile>[0],
): boolean {
  return files.some((file) => isSameFile(file.reference, reference));
}

/** Counts within the newest group of several files, else over all results of the newest group's medium. */
function count(
  groups: readonly FileGroup[],
  ordinal: number | "last",
): Pick<Referent, "group" | "files"> | null {
  const position = (length: number) => (ordinal === "last" ? length - 1 : ordinal - 1);
  const group = groups.find(
    ({ files }) => files.length > 1 && files.length > position(files.length),
  );
  const file = group?.files[position(group.files.length)];
  if (group !== undefined && file !== undefined) return { group, files: [file] };
  const medium = groups[0]?.files[0]?.medium;
  const made = groups.filter(
    ({ origin, files }) => origin === "made" && files[0]?.medium === medium,
  );
  const line = (made.length > 0 ? made : groups)
    .toReversed()
    .flatMap((one) => one.files.map((found) => ({ group: one, files: [found] })));
  return line[position(line.length)] ?? null;
}

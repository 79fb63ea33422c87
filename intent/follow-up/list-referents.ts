import {
  type ContextFile,
  type FileGroup,
  isSameFile,
  listGroups,
  type Medium,
  type Turn,
} from "#domain/conversations/context.ts";
import { findReferent, type Mention, type Referent } from "#domain/conversations/referents.ts";
import { countMentioned } from "#domain/conversations/subject-words.ts";

import type { Place } from "./candidate.ts";
import { contentWords, listParts, wordsOfTurn } from "./content-words.ts";
import type { Reading } from "./reading.ts";

/** Files that a message may mean, with the evidence that it does. */
export interface PossibleReferent {
  readonly turn: Turn;
  readonly medium: Medium;
  readonly files: readonly ContextFile[];
  readonly place: Place;
  readonly traits: readonly string[];
}

const groupsMax = 8;
const filesMax = 8;

/** Lists what a message may mean: each group of files, each file of several, and what the terms of the message name. */
export function listReferents(reading: Reading): PossibleReferent[] {
  const all = listGroups(reading.context);
  const groups = all.slice(0, groupsMax);
  const named = [
    refer(reading, () => true),
    ...(["image", "video", "audio", "text"] as const).map((medium) =>
      refer(reading, (other) => other === medium),
    ),
  ].flatMap((referent) => referent ?? []);
  const sets = groups.flatMap((group) => [
    { group, files: group.files },
    ...(group.files.length > 1
      ? group.files.slice(0, filesMax).map((file) => ({ group, files: [file] }))
      : []),
  ]);
  const overlaps = groups.map((group) => countMentioned(reading.words, describe.wordsOf(group)));
  const counted = named.find(({ files }) => files.length === 1);
  // An ordinal decides between the results of a message.
  if (counted !== undefined && isCounted(reading, counted)) return [counted].map(toPossible);
  const others = named.filter(({ files }) => !sets.some((set) => isSameSet(set.files, files)));
  return [...sets, ...others].map(toPossible);

  function toPossible({ group, files }: Pick<FileGroup, "files"> & { group: FileGroup }) {
    return {
      turn: group.turn,
      medium: files[0]?.medium ?? "image",
      files,
      place: placeOf(group, files, groups),
      traits: traitsOf(reading, { group, files, groups, named, overlaps }),
    };
  }
}

/** "The third one", of several results. */
function isCounted({ signs, context }: Reading, { group, files }: Referent): boolean {
  const [first, ...others] = signs.ordinals;
  const several = listGroups(context).find(
    ({ turn, origin }) => turn === group.turn && origin === group.origin,
  );
  return (
    typeof first?.ordinal === "number" &&
    others.every(({ ordinal }) => ordinal === first.ordinal) &&
    (several?.files.length ?? 0) > 1 &&
    files[0]?.reference.ordinal === first.ordinal - 1
  );
}

function placeOf(
  group: FileGroup,
  files: readonly ContextFile[],
  [newest]: readonly FileGroup[],
): Place {
  if (files.length === 1 && group.files.length > 1) return "one of several";
  if (group.origin === "sent") return "sent";
  return group.turn === newest?.turn ? "newest" : "older";
}

function traitsOf(
  { signs, context }: Reading,
  {
    group,
    files,
    groups,
    named,
    overlaps,
  }: {
    group: FileGroup;
    files: readonly ContextFile[];
    groups: readonly FileGroup[];
    named: readonly Referent[];
    overlaps: readonly number[];
  },
): string[] {
  const medium = files[0]?.medium ?? "image";
  const isGroup = ({ turn, origin }: FileGroup) => turn === group.turn && origin === group.origin;
  const rank = groups.findIndex(isGroup);
  const kindRank = groups
    .filter((one) => one.files.some((file) => file.medium === medium))
    .findIndex(isGroup);
  const [first, ...ofMedium] = named;
  const rule = [first, ...ofMedium].find((one) => one !== undefined && isSameSet(one.files, files));
  const size =
    files.length === 1 ? (group.files.length === 1 ? "only" : "one of several") : "several";
  const most = Math.max(0, ...overlaps);
  const overlap = overlaps[rank] ?? 0;
  const isLast = context[0]?.refersTo.some((reference) =>
    files.some((file) => isSameFile(file.reference, reference)),
  );
  const place = (files[0]?.reference.ordinal ?? 0) + 1;
  return [
    rule === undefined ? "not by rule" : rule.isNamed ? "named" : "by default",
    ...(first !== undefined && isSameSet(first.files, files) ? ["first choice"] : []),
    `rank ${Math.min(3, rank)}`,
    `rank of medium ${Math.min(2, kindRank)}`,
    size,
    group.origin,
    `${group.origin} rank ${Math.min(2, rank)}`,
    ...(signs.ordinals.length > 0
      ? [
          `ordinal ${size}`,
          ...(signs.ordinals.some(
            ({ ordinal }) =>
              ordinal === place || (ordinal === "last" && place === group.files.length),
          ) && size === "one of several"
            ? ["that ordinal"]
            : []),
        ]
      : []),
    ...(most === 0
      ? []
      : [overlap === most ? "shares most" : overlap > 0 ? "shares some" : "shares nothing"]),
    ...(signs.media.size === 0
      ? []
      : [
          signs.media.has(medium as "image")
            ? `medium named rank ${Math.min(2, kindRank)}`
            : "other medium named",
        ]),
    ...(signs.has.previous ? [`previous rank ${Math.min(2, rank)}`] : []),
    ...(signs.has.both ? [`both ${size}`] : []),
    ...(signs.has.sent ? [`sent ${group.origin}`] : []),
    ...(signs.has.original ? [rank === groups.length - 1 ? "original" : "not original"] : []),
    ...(isLast === true ? ["referred to before"] : []),
    ...(files.every(({ isKept }) => isKept) ? [] : ["expired"]),
    `medium ${medium}`,
  ];
}

const describe = {
  wordsOf: ({ turn }: { turn: Turn }) => wordsOfTurn(turn),
  partsOf: ({ turn, files }: { turn: Turn; files: readonly ContextFile[] }) =>
    listParts(turn.text, files.length).map(contentWords),
};

function refer(reading: Reading, fits: (medium: Medium) => boolean): Referent | null {
  return findReferent(reading.context, mentionOf(reading), { fits, describe });
}

function mentionOf({ signs, words }: Reading): Mention {
  return {
    ordinals: signs.ordinals.map(({ ordinal }) => ordinal),
    isBoth: signs.has.both,
    isSent: signs.has.sent,
    isOriginal: signs.has.original,
    media: signs.media,
    words,
  };
}

function isSameSet(left: readonly ContextFile[], right: readonly ContextFile[]): boolean {
  return (
    left.length === right.length &&
    left.every((one) => right.some((other) => isSameFile(one.reference, other.reference)))
  );
}

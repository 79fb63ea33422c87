import type { Turn } from "#domain/conversations/context.ts";
import {
  capabilities,
  type Capability,
  type InputKind,
  missingInputs,
  resultContentType,
  takesTextOnly,
} from "#domain/requests/capability.ts";
import type { Intent } from "#domain/requests/intent.ts";
import { readIntent } from "#intent/read-intent.ts";

import type { Candidate, Trait } from "./candidate.ts";
import type { PossibleReferent } from "./list-referents.ts";
import { describeChanges } from "./read-changes.ts";
import { type Reading, toInputKind } from "./reading.ts";
import { again, emptyIntent, ownReferences, parsed, withAct, workOn } from "./requests.ts";

const edits: ReadonlySet<Capability> = new Set([
  "image-to-image",
  "inpainting",
  "video-editing",
  "speech-to-speech",
]);

/** "Make it blue", "the second one as a video": work on a file of an earlier message. */
export function proposeWork(reading: Reading, referents: readonly PossibleReferent[]): Candidate[] {
  return [
    ...referents.flatMap((referent) => {
      if (referent.files.length !== 1) return [];
      return referent.medium === "text"
        ? readAloud(reading, referent)
        : workOnFile(reading, referent);
    }),
    ...redo(reading, referents),
    ...redoOnOwn(reading),
  ];
}

/** Work for which a file of this kind is enough, together with those of the message. */
function servedBy(kinds: readonly InputKind[], own: readonly InputKind[]): Capability[] {
  return capabilities.filter(
    (capability) =>
      !takesTextOnly(capability) &&
      missingInputs(capability, [...own, ...kinds]).length === 0 &&
      (own.length === 0 || missingInputs(capability, own).length > 0),
  );
}

/** Evidence of the intent classifier for each capability, relative to the most probable one. */
export function evidence(
  { classify }: Reading,
  text: string,
  { kinds, among }: { kinds: readonly InputKind[]; among: readonly Capability[] },
): (capability: Capability) => Trait[] {
  const scores = classify(text, kinds);
  const best = Math.max(...among.map((capability) => scores[capability]));
  return (capability) => [
    { name: "classifier", value: Math.max(-8, scores[capability]) / 4 },
    { name: "classifier lead", value: Math.max(-6, scores[capability] - best) / 3 },
    ...(scores[capability] === best ? ["classifier best"] : []),
  ];
}

function workOnFile(reading: Reading, referent: PossibleReferent): Candidate[] {
  const { message, parse } = reading;
  const kind = toInputKind(referent.medium);
  if (kind === null) return [];
  const own = message.attachments;
  const kinds = [...own, kind];
  const among = servedBy([kind], own);
  const evidenceFor = evidence(reading, message.message, { kinds, among });
  return among.map((capability) => {
    const act = edits.has(capability) ? "edit" : "convert";
    return {
      act,
      capability,
      place: referent.place,
      refersTo: referent.files.map(({ reference }) => reference),
      traits: [
        ...referent.traits,
        ...evidenceFor(capability),
        `${capability} of ${kind}`,
        ...(own.length > 0 ? ["with own files"] : []),
      ],
      build() {
        const read = parse({ ...message, attachments: kinds, capabilities: [capability] });
        if (read.outcome !== "parsed") return withAct(read, act, []);
        // "The third one" is no number of results.
        const { count: _count, ...parameters } = read.intent.parameters;
        const intent =
          reading.signs.ordinals.length > 0 ? { ...read.intent, parameters } : read.intent;
        return workOn(intent, act, {
          files: referent.files,
          context: reading.context,
          own: ownReferences(message),
        });
      },
    };
  });
}

/** "Read it aloud": the text of a transcript or a description. */
function readAloud(reading: Reading, { files, place, traits }: PossibleReferent): Candidate[] {
  const [file] = files;
  if (file?.text === undefined || reading.message.attachments.length > 0) return [];
  const { text, reference } = file;
  const capability = "text-to-speech";
  return [
    {
      act: "convert",
      capability,
      place,
      refersTo: [reference],
      traits: [
        ...traits,
        ...evidence(reading, reading.message.message, { kinds: [], among: [capability] })(
          capability,
        ),
        "reads a text",
      ],
      build: () =>
        parsed(
          {
            ...readIntent(reading.message.message, capability),
            contentType: "audio",
            capability,
            subject: text,
            confidence: 1,
          },
          "convert",
          [reference],
        ),
    },
  ];
}

/** "I meant the second one": the former act on another file. */
function redo({ context, message }: Reading, referents: readonly PossibleReferent[]): Candidate[] {
  const [last, ...before] = context;
  const capability = last?.capability;
  if (last === undefined || capability === undefined || message.attachments.length > 0) return [];
  if (last.act !== "adjust" && last.act !== "edit" && last.act !== "convert") return [];
  const { act } = last;
  return referents.flatMap((referent): Candidate[] => {
    const { turn, files } = referent;
    if (turn === last || files.length !== 1) return [];
    const traits = [...referent.traits, "former act", `former ${act}`];
    if (act === "adjust") {
      const wanted = turn.capability;
      return wanted === undefined
        ? []
        : [
            {
              act,
              traits,
              capability: wanted,
              place: referent.place,
              refersTo: files.map(({ reference }) => reference),
              build: () => readjust(last, before, { turn, files, wanted }),
            },
          ];
    }
    const kind = toInputKind(referent.medium);
    if (kind === null || missingInputs(capability, [kind]).length > 0) return [];
    return [
      {
        act,
        capability,
        place: referent.place,
        refersTo: files.map(({ reference }) => reference),
        traits,
        build: () => workOn(formerIntent(last, capability, [kind]), act, { files, context }),
      },
    ];
  });
}

/** The change of the last message, applied to another request. */
function readjust(
  last: Turn,
  before: readonly Turn[],
  { turn, files, wanted }: Pick<PossibleReferent, "turn" | "files"> & { wanted: Capability },
) {
  const base = before.find(({ made }) =>
    made.some(({ reference }) =>
      last.refersTo.some((other) => JSON.stringify(other) === JSON.stringify(reference)),
    ),
  );
  const changes = Object.entries(last.parameters)
    .map(([field, value]) => ({
      field: field as keyof Turn["parameters"],
      value: value as unknown,
    }))
    .filter(
      ({ field, value }) => JSON.stringify(value) !== JSON.stringify(base?.parameters[field]),
    );
  return again("adjust", {
    target: turn,
    context: [last, ...before],
    capability: wanted,
    files,
    parameters: {
      ...turn.parameters,
      ...Object.fromEntries(changes.map(({ field, value }) => [field, value])),
    },
    assumptions: [describeChanges(changes)],
  });
}

function formerIntent(last: Turn, capability: Capability, kinds: readonly InputKind[]): Intent {
  return {
    ...emptyIntent,
    contentType: resultContentType(capability, kinds),
    capability,
    subject: last.subject,
    parameters: last.parameters,
    confidence: 1,
  };
}

/** "The same with this one": the former act on a file of the message. */
function redoOnOwn({ context, message }: Reading): Candidate[] {
  const last = context.find(({ capability }) => capability !== undefined);
  const capability = last?.capability;
  const { attachments } = message;
  if (last === undefined || capability === undefined || attachments.length === 0) return [];
  if (takesTextOnly(capability) || missingInputs(capability, attachments).length > 0) return [];
  return [
    {
      act: "edit",
      capability,
      traits: ["former act on own file"],
      build: () =>
        parsed(formerIntent(last, capability, attachments), "edit", ownReferences(message)),
    },
  ];
}

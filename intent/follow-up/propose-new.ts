import type { Turn } from "#domain/conversations/context.ts";
import type { FollowUpAct } from "#domain/conversations/follow-up.ts";
import {
  type Capability,
  resultContentType,
  servableCapabilities,
  takesTextOnly,
} from "#domain/requests/capability.ts";
import type { GenerationParameters, Intent, ParsedMessage } from "#domain/requests/intent.ts";
import { readIntent } from "#intent/read-intent.ts";
import type { SpeechText } from "#intent/speech-text.ts";

import type { Candidate } from "./candidate.ts";
import type { PossibleReferent } from "./list-referents.ts";
import { evidence } from "./propose-work.ts";
import type { KeptThing, Signs } from "./read-signs.ts";
import type { Reading } from "./reading.ts";
import { parsed, withAct } from "./requests.ts";

/** A message that stands for itself: as it is read without a conversation, or as another capability. */
export function proposeNew(reading: Reading): Candidate[] {
  const { message, plain, parse } = reading;
  const read = plain.outcome === "parsed" ? plain.intent.capability : undefined;
  const among = message.capabilities ?? servableCapabilities(message.attachments);
  const evidenceFor = evidence(reading, message.message, { kinds: message.attachments, among });
  return among.map((capability) => ({
    act: "new",
    capability,
    traits: [
      ...evidenceFor(capability),
      ...plainTraits(plain, capability),
      ...(message.attachments.length > 0 ? ["own files"] : []),
      ...mediumTraits(reading.signs, capability),
    ],
    build: () =>
      withAct(
        capability === read ? plain : parse({ ...message, capabilities: [capability] }),
        "new",
        [],
      ),
  }));
}

function plainTraits(plain: ParsedMessage, capability: Capability): string[] {
  if (plain.outcome === "unsupported") return ["alone unsupported"];
  const same = plain.intent.capability === capability ? "same" : "other";
  const isDescription = plain.outcome === "parsed" && plain.intent.assumptions.length > 0;
  return [
    `alone ${plain.outcome} ${same}`,
    ...[0.5, 0.7, 0.9, 0.98]
      .filter((step) => plain.intent.confidence >= step)
      .map((step) => `alone ${plain.outcome} ${same} ${step}`),
    ...(isDescription ? [`alone description ${same}`] : []),
  ];
}

function mediumTraits({ media }: Signs, capability: Capability): string[] {
  if (media.size === 0) return [];
  return [media.has(resultContentType(capability, [])) ? "names medium" : "names other medium"];
}

/** "The same voice: …", "in that style, a barrel": a new request with values of an earlier one. */
export function proposeKeep(reading: Reading, referents: readonly PossibleReferent[]): Candidate[] {
  const { message, signs } = reading;
  const among = servableCapabilities([]).filter(takesTextOnly);
  if (message.attachments.length > 0) return [];
  const evidenceFor = evidence(reading, message.message, { kinds: [], among });
  return referents.flatMap((referent) => {
    const { turn, files } = referent;
    const former = turn.capability;
    const isWhole = files.length === turn.made.length && files[0] === turn.made[0];
    if (former === undefined || !isWhole) return [];
    return among
      .filter((capability) => (capability === "text-to-speech") === isSpeech(former))
      .map((capability) => ({
        act: "keep" as const,
        capability,
        place: referent.place,
        refersTo: files.map(({ reference }) => reference),
        traits: [
          ...referent.traits,
          ...evidenceFor(capability),
          ...mediumTraits(signs, capability),
          capability === textCapability(former) ? "keeps the medium" : "another medium",
          ...(signs.quotes.length > 0 ? [`quote ${capability}`] : []),
        ],
        build: () => keep(reading, referent, capability),
      }));
  });
}

function isSpeech(capability: Capability): boolean {
  return capability === "text-to-speech" || capability === "speech-to-speech";
}

function keep(reading: Reading, { turn, files }: PossibleReferent, capability: Capability) {
  const { message, signs, plain } = reading;
  const named = new Set(signs.kept.map(({ thing }) => thing));
  const things: ReadonlySet<KeptThing> =
    named.size > 0 ? named : new Set([capability === "text-to-speech" ? "voice" : "style"]);
  const read = readIntent(
    message.message,
    capability,
    speechOf(message.message, signs, capability),
  );
  const subject =
    read.subject ||
    (capability === "text-to-speech" || plain.outcome === "unsupported"
      ? ""
      : plain.intent.subject);
  if (subject === "") {
    const asked = reading.parse({ ...message, capabilities: [capability] });
    return asked.outcome === "parsed"
      ? finish(asked.intent, asked.intent.subject)
      : withAct(asked, "keep", []);
  }
  return finish({ ...read, contentType: resultContentType(capability, []), capability }, subject);

  function finish(intent: Intent, about: string): ParsedMessage {
    const act: FollowUpAct = "keep";
    return parsed(
      {
        ...intent,
        subject: about,
        parameters: { ...keptParameters(turn, things), ...intent.parameters },
        confidence: 1,
        assumptions: [
          ...read.assumptions,
          `With the ${[...things].join(" and ")} of an earlier message.`,
        ],
        ...(things.has("model") && turn.model !== undefined ? { requestedModel: turn.model } : {}),
      },
      act,
      files.map(({ reference }) => reference),
    );
  }
}

function speechOf(text: string, { quotes }: Signs, capability: Capability): SpeechText | undefined {
  const [quote] = quotes;
  if (capability !== "text-to-speech" || quote === undefined) return undefined;
  const start = text.indexOf(quote);
  return { start, end: start + quote.length, text: quote };
}

function textCapability(capability: Capability): Capability {
  if (takesTextOnly(capability)) return capability;
  const type = resultContentType(capability, ["image"]);
  if (type === "audio") return "text-to-speech";
  if (type === "video") return "text-to-video";
  return type === "3d" ? "text-to-3d" : "text-to-image";
}

function keptParameters(turn: Turn, things: ReadonlySet<KeptThing>): GenerationParameters {
  const { voice, style, seed, language, speed } = turn.parameters;
  return {
    ...(things.has("voice") && voice !== undefined ? { voice } : {}),
    ...(things.has("voice") && language !== undefined ? { language } : {}),
    ...(things.has("voice") && speed !== undefined ? { speed } : {}),
    ...(things.has("style") && style !== undefined ? { style } : {}),
    ...(things.has("seed") && seed !== undefined ? { seed } : {}),
  };
}

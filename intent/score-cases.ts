import { readFileSync } from "node:fs";

import { z } from "zod";

import { inputKinds } from "#domain/requests/capability.ts";
import type { Intent, MessageToParse, ParsedMessage } from "#domain/requests/intent.ts";

const caseSchema = z.object({
  /** ISO 639-1; absent in sets of one language. */
  lang: z.string().default("en"),
  message: z.string(),
  attachments: z.array(z.enum(inputKinds)),
  expected: z.object({
    capability: z.string().nullable(),
    /** Further results that serve the message: capabilities, "unsupported", or "ask" for a question. */
    accept: z.array(z.string()).default([]),
    /** Absent: the case does not test the subject. */
    subject: z.string().nullable().optional(),
    params: z.record(z.string(), z.unknown()).nullish(),
    ambiguous: z.boolean().default(false),
    unsupported: z.boolean().default(false),
  }),
});
export type Case = z.infer<typeof caseSchema>;

/** Reads labelled messages, one JSON object per line. */
export function readCases(url: URL): Case[] {
  return readFileSync(url, "utf8")
    .trim()
    .split("\n")
    .map((line) => caseSchema.parse(JSON.parse(line)));
}

export interface Measured {
  readonly cases: number;
  readonly rightCapabilities: number;
  /** Messages that would become another generation than requested, without a question. */
  readonly silentlyWrong: number;
  /** Mean token F1 over the cases with a subject. */
  readonly subjectF1: number;
  readonly parameterPrecision: number;
  readonly parameterRecall: number;
}

/** Measures the accuracy of a parser on labelled messages. Parameters count when key and value are equal. */
export function measure(
  cases: readonly Case[],
  parse: (input: MessageToParse) => ParsedMessage,
): Measured {
  const read = cases.map((labelled) => ({ expected: labelled.expected, parsed: parse(labelled) }));
  const makers = read.filter(({ expected }) => !expected.unsupported);
  const subjects = makers.flatMap(({ expected, parsed }) =>
    expected.subject === undefined ? [] : [tokenF1(expected.subject, intentOf(parsed).subject)],
  );
  const parameters = makers.flatMap(({ expected, parsed }) =>
    expected.params ? [compare(expected.params, labelledParameters(intentOf(parsed)))] : [],
  );
  const sum = (pick: (counts: (typeof parameters)[number]) => number) =>
    parameters.reduce((total, counts) => total + pick(counts), 0);
  return {
    cases: cases.length,
    rightCapabilities: read.filter(({ expected, parsed }) => isRight(expected, parsed)).length,
    silentlyWrong: read.filter(
      ({ expected, parsed }) => parsed.outcome === "parsed" && !isRight(expected, parsed),
    ).length,
    subjectF1: subjects.reduce((total, value) => total + value, 0) / subjects.length,
    parameterPrecision: sum(({ right }) => right) / sum(({ found }) => found),
    parameterRecall: sum(({ right }) => right) / sum(({ wanted }) => wanted),
  };
}

function isRight(expected: Case["expected"], parsed: ParsedMessage): boolean {
  const { capability = null } = intentOf(parsed);
  const accepted = [expected.capability, ...expected.accept];
  switch (parsed.outcome) {
    case "unsupported":
      return expected.unsupported || accepted.includes("unsupported");
    case "needs_input": {
      const isSame = expected.capability === null || accepted.includes(capability);
      return (expected.ambiguous && isSame) || accepted.includes("ask");
    }
    case "parsed":
      return expected.ambiguous || expected.unsupported
        ? expected.accept.includes(capability ?? "")
        : accepted.includes(capability);
  }
}

function intentOf(parsed: ParsedMessage): Partial<Intent> {
  return parsed.outcome === "unsupported" ? {} : parsed.intent;
}

/** Parameters with the names and values of the labelled messages. */
function labelledParameters(intent: Partial<Intent>): Map<string, unknown> {
  const { durationSeconds, trimStartSeconds, trimEndSeconds, speed, ...others } =
    intent.parameters ?? {};
  const isSpeech = intent.capability === "text-to-speech";
  const speedWord = speed !== undefined && speed < 1 ? "slow" : "fast";
  const named = {
    ...others,
    duration: durationSeconds,
    trimStart: trimStartSeconds,
    trimEnd: trimEndSeconds,
    speed: isSpeech && speed !== undefined ? speedWord : speed,
    model: intent.requestedModel,
    provider: intent.requestedProvider,
  };
  return new Map(Object.entries(named).filter(([, value]) => value !== undefined));
}

function compare(wanted: Record<string, unknown>, found: ReadonlyMap<string, unknown>) {
  const right = Object.entries(wanted).filter(
    ([key, value]) => toText(value) === toText(found.get(key)),
  );
  return { right: right.length, wanted: Object.keys(wanted).length, found: found.size };
}

function toText(value: unknown): string {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isRecord) return JSON.stringify(value) ?? "";
  return JSON.stringify(
    Object.entries(value).toSorted(([left], [right]) => left.localeCompare(right)),
  );
}

function tokenF1(wanted: string | null, found = ""): number {
  const left = toTokens(wanted ?? "");
  const right = toTokens(found);
  if (left.length === 0 && right.length === 0) return 1;
  const rest = [...left];
  const common = right.filter((token) => {
    const at = rest.indexOf(token);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  }).length;
  return (2 * common) / (left.length + right.length);
}

/** Words, and single characters in scripts without spaces. */
function toTokens(text: string): string[] {
  return text.toLowerCase().match(/[\u3040-\u30ff\u3400-\u9fff]|[\p{L}\p{M}\p{N}']+/gu) ?? [];
}

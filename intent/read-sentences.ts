import type { MessageToParse } from "#domain/requests/intent.ts";

import { labels } from "./classifier.ts";
import type { Classifier, Label } from "./classifier.ts";
import { readCues } from "./cues.ts";
import type { Cues } from "./cues.ts";
import { findColon } from "./text/normalize.ts";
import { splitSentences } from "./text/sentences.ts";

type Scores = Record<Label, number>;

interface Sentence {
  readonly text: string;
  readonly refersTo: Cues["refersTo"];
  readonly probabilities: Scores;
}

const requestLabels = labels.filter((label) => label !== "description");

/** A text to speak follows a colon, and its sentences are no requests. */
const speechMin = 0.8;

/** Share of its weight that a vague sentence ("Here you go!") or a short greeting keeps. */
const weightOfSmallTalk = 0.3;
const greetingWordsMax = 4;

/** Weight of the last sentence in proportion to the first: a request at the end of a story counts. */
const weightOfLast = 1.5;

/**
 * Reads a message sentence by sentence, because a request may stand anywhere in a story. Sentences weigh as
 * much as they request something; a message without a request is a description. The scores are logarithms
 * of probabilities.
 */
export function readSentences(
  { message, attachments }: Pick<MessageToParse, "message" | "attachments">,
  classify: Classifier,
): { scores: Scores; refersTo: Cues["refersTo"] } {
  const read: Sentence[] = [];
  for (const text of splitSentences(message)) {
    const cues = readCues(text);
    const probabilities = toProbabilities(classify({ text, cues, attachments }));
    read.push({ text, refersTo: cues.refersTo, probabilities });
    if (findColon(text) >= 0 && probabilities["text-to-speech"] > speechMin) break;
  }
  return {
    scores: combine(read),
    refersTo:
      read.find(({ refersTo }) => refersTo && refersTo !== "something")?.refersTo ??
      read.find(({ refersTo }) => refersTo)?.refersTo,
  };
}

function combine(sentences: readonly Sentence[]): Scores {
  const anyRequest = Math.max(
    ...sentences.map(({ probabilities }) => 1 - probabilities.description),
  );
  const weights = sentences.map((sentence, index) => {
    const place = index / Math.max(1, sentences.length - 1);
    return weigh(sentence) * (1 + place * (weightOfLast - 1));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return toRecord((label) => {
    if (label === "description") return toLog(1 - anyRequest);
    const mixed = sentences.reduce(
      (sum, { probabilities }, index) =>
        sum + (weights[index]! / total) * (probabilities[label] / (1 - probabilities.description)),
      0,
    );
    return toLog(anyRequest * mixed);
  });
}

/** A sentence weighs more the clearer its request is. */
function weigh({ text, probabilities }: Sentence): number {
  const clearest = Math.max(...requestLabels.map((label) => probabilities[label]));
  const isGreeting = text.trim().split(/\s+/u).length <= greetingWordsMax;
  const smallTalk = probabilities.ambiguous + (isGreeting ? probabilities.unsupported : 0);
  return clearest ** 3 * (1 - (1 - weightOfSmallTalk) * Math.min(1, smallTalk));
}

function toProbabilities(scores: Scores): Scores {
  const total = labels.map((label) => scores[label]).reduce(addLogs);
  return toRecord((label) => Math.max(1e-9, Math.min(1 - 1e-6, Math.exp(scores[label] - total))));
}

function toRecord(score: (label: Label) => number): Scores {
  return Object.fromEntries(labels.map((label) => [label, score(label)])) as Scores;
}

function toLog(probability: number): number {
  return Math.log(Math.max(probability, 1e-9));
}

/** Logarithm of the sum of two numbers that are given by their logarithms. */
export function addLogs(left: number, right: number): number {
  const larger = Math.max(left, right);
  return larger + Math.log1p(Math.exp(Math.min(left, right) - larger));
}

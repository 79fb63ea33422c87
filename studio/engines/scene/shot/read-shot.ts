import { type CameraMove, readCameraMove } from "#studio/engines/camera/camera-moves.ts";
import { habitOf } from "#studio/engines/scene/habits.ts";
import { normalizePhrase } from "#studio/engines/scene/reading/dictionary.ts";
import {
  type PromptReading,
  type Subject,
  readPrompt,
} from "#studio/engines/scene/reading/read-prompt.ts";

import { type Action, findActions, isActionWord } from "./actions.ts";

/** How a scene is filmed: its camera, its speed, and what its subjects do. */
export interface Shot {
  /** Length of the film in the time of the scene, so that a time-lapse of four seconds shows a minute. */
  readonly seconds: number;
  /** Null when the prompt names no move: the camera then moves a little. */
  readonly camera: CameraMove | "still" | null;
  /** Seconds of the scene that pass in one second of the film. */
  readonly pace: number;
  readonly heading: "left" | "right";
  /** By the emoji of the subject. Others move as their kind does. */
  readonly actions: ReadonlyMap<string, Action>;
}

export interface ShotReading {
  readonly reading: PromptReading;
  readonly shot: Shot;
}

/** Reads the scene of a video prompt, its camera and the actions of its subjects. */
export function readShot(prompt: string, negativePrompt: string, seconds: number): ShotReading {
  const { rest, directions, pace } = takeCamera(prompt);
  const reading = readPrompt(rest, negativePrompt);
  const text = normalizePhrase(rest);
  const heading = leftward.test(text) ? "left" : "right";
  const subjects = reading.subjects.filter(({ words }) => !isActionWord(words));
  const drawn = subjects.length > 0 ? subjects : reading.subjects;
  return {
    reading: withoutActionWords({ ...reading, subjects: drawn }),
    shot: {
      seconds: seconds * pace,
      camera: chooseCamera(directions, heading),
      pace,
      heading,
      actions: assignActions(text, drawn),
    },
  };
}

/** Words that are applied as an action are drawn: they are no longer missing. */
function withoutActionWords(reading: PromptReading): PromptReading {
  return {
    ...reading,
    unknownWords: reading.unknownWords.filter((word) => !isActionWord(word)),
  };
}

/** Gives each action to the last subject before its verb: "a cat sleeps while a dog runs". */
function assignActions(text: string, subjects: readonly Subject[]): Map<string, Action> {
  const places = subjects
    // A rider acts through its mount, unless that stays where it is: a train crosses its bridge.
    .map(({ emoji, mount, words }) => {
      const isMoved = mount !== null && habitOf(mount).motion !== "still";
      return { emoji: isMoved ? mount : emoji, at: text.indexOf(words) };
    })
    .toSorted((one, other) => one.at - other.at);
  const actions = new Map<string, Action>();
  for (const { at, action } of findActions(text)) {
    const owner = places.findLast((place) => place.at < at) ?? places[0];
    if (owner && !actions.has(owner.emoji)) actions.set(owner.emoji, action);
  }
  return actions;
}

const slowly = String.raw`(?:(?:slow|smooth|steady|gentle|quick|fast|slowly|smoothly|gently|quickly)\s+)*`;
const joint = String.raw`(?:\b(?:and|with|while|as|then|in|from)\s+)?(?:\b(?:a|an|the)\s+)?`;
const aim = String.raw`(?:\s+(?:slowly|smoothly|gently|quickly|in|out|back|closer|away|around|up|upwards?|down|downwards?|left|right|sideways|forwards?|across|(?:(?:from|to) (?:the )?(?:left|right))))*`;

/** Parts of a prompt that direct the camera, with the words that join them to the scene. */
const cameraParts: readonly RegExp[] = [
  // "the camera slowly zooms in"
  new RegExp(
    String.raw`${joint}${slowly}camera\s+(?:\w+ly\s+|is\s+|that\s+)*(?:zoom|pan|tilt|push|pull|dolly|orbit|circl|rotat|track|follow|mov|slid|glid|fl(?:y|ies)|approach|shak|hand-?held|ris|crane|(?:stays? )?(?:static|still|fixed))\w*${aim}`,
    "giu",
  ),
  // "zooming in", "dolly out", "pull back"
  new RegExp(
    String.raw`${joint}${slowly}\b(?:zoom(?:s|ing|ed)?|dolly(?:ing)?|push(?:es|ing)?|pull(?:s|ing)?)[\s-]+(?:in|out|back)\b${aim}`,
    "giu",
  ),
  // "pan left", "panning shot", "tilt up"
  new RegExp(
    String.raw`${joint}${slowly}\b(?:pann(?:ing|ed)|pans?(?=\s+(?:left|right|up|down|across|shot|to|from))|tilt(?:s|ing|ed)?(?=\s+(?:up|down)))(?:\s+shot)?${aim}`,
    "giu",
  ),
  // "tracking shot", "static camera"
  new RegExp(
    String.raw`${joint}${slowly}\b(?:tracking|dolly|crane|orbit(?:ing)?|drone|hand-?held|static|fixed|locked-?off|zoom|fly-?over)[\s-]+(?:shot|camera|view|footage|video|clip)(?:\s+(?:of|over))?`,
    "giu",
  ),
];

/** Length, size and rate of a film, which the parameters say: "a 4 second video of", "in 720p". */
const filmTerms =
  /\b(?:in )?(?:\d+(?:\.\d+)?[\s-]*(?:s|secs?|seconds?|minutes?|sekunden?|segundos?|secondes?)(?: long)?|\d{3,4}p|[48]k|\d{1,2}:\d{1,2}|\d+ ?fps)\b/giu;

const paces: readonly (readonly [RegExp, number])[] = [
  [/\b(?:a |in )?(?:time|hyper)[- ]?lapse\b(?: of\b)?/giu, 30],
  [/\b(?:in )?slow[- ]?mo(?:tion)?\b/giu, 0.4],
];

/** Takes what is said of the camera and of the film out of a prompt. `directions` is empty without a word on the camera. */
function takeCamera(prompt: string): { rest: string; directions: string; pace: number } {
  let rest = prompt.replaceAll(filmTerms, " ");
  let pace = 1;
  for (const [pattern, speed] of paces) {
    if (rest.search(pattern) < 0) continue;
    pace = speed;
    rest = rest.replaceAll(pattern, " ");
  }
  const parts: string[] = [];
  for (const pattern of cameraParts) {
    rest = rest.replaceAll(pattern, (part) => {
      parts.push(part);
      return " ";
    });
  }
  return { rest, directions: parts.join(" "), pace };
}

function chooseCamera(directions: string, heading: Shot["heading"]): Shot["camera"] {
  if (directions === "") return null;
  // A camera that follows a subject moves beside it.
  if (/\b(?:track|follow)/iu.test(directions)) return `pan ${heading}`;
  const move = readCameraMove(directions);
  if (move === null && /\b(?:static|still|fixed|locked)/iu.test(directions)) return "still";
  // A camera that flies, glides or moves without a direction comes closer.
  return move ?? "push";
}

const leftward = /\b(?:to the left|leftwards?|right to left)\b/u;

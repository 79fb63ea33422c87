import type { Analysis } from "./analysis.ts";
import { noisyMin } from "./measure-quality.ts";
import type { Topic } from "./read-topics.ts";

/** Writes the answer of each topic as sentences, or a caption of all of them. */
export function writeAnswer(
  analysis: Analysis,
  topics: readonly Topic[],
  isDescription: boolean,
): string {
  const sentences = topics.map((topic) => writers[topic](analysis));
  const opening = isDescription ? [describeKind(analysis)] : [];
  return [...opening, ...sentences].filter((sentence) => sentence !== "").join(" ");
}

function describeKind({ size }: Analysis): string {
  return `This is ${size.orientation === "square" ? "a square" : `a ${size.orientation}`} image; the objects in it are not recognised.`;
}

const writers: Readonly<Record<Topic, (analysis: Analysis) => string>> = {
  text: ({ text }) => {
    if (text === undefined) return "";
    if (text === null) return "Text was not read: its model pack could not be fetched.";
    if (text.lines.length === 0) return "No text was found.";
    return `The text reads: ${text.lines.map((line) => `“${line.text}”`).join(", ")}.`;
  },
  faces: ({ faces }) => {
    if (faces === undefined) return "";
    if (faces === null) return "Faces were not sought: their model pack could not be fetched.";
    if (faces.length === 0) return "No face was found; faces from the side or behind are missed.";
    return faces.length === 1 ? "There is one face." : `There are ${faces.length} faces.`;
  },
  colors: ({ colors }) =>
    colors && colors.length > 0
      ? `The main colours are ${join(colors.map(({ name, share }) => `${name} (${percent(share)})`))}.`
      : "",
  light: ({ light }) =>
    light
      ? `The light is ${light.verdict}: brightness ${percent(light.brightness)}, contrast ${percent(light.contrast)}.`
      : "",
  sharpness: ({ sharpness }) => {
    if (!sharpness) return "";
    const noise = sharpness.noise >= noisyMin ? ", and there is visible noise" : "";
    return sharpness.verdict === "without detail"
      ? "The image has no detail to measure its sharpness."
      : `The image is ${sharpness.verdict} (blur ${sharpness.blur} of 1)${noise}.`;
  },
  subject: ({ composition }) => {
    if (!composition) return "";
    const { subject, symmetry } = composition;
    const halves = symmetry > 0.9 ? " The left and the right half mirror each other." : "";
    if (!subject) return `No single subject stands out.${halves}`;
    const thirds = subject.isOnThird ? ", on a crossing of the thirds" : "";
    const place = subject.position === "centre" ? "in the centre" : `at the ${subject.position}`;
    return `The subject is ${place}${thirds}, and covers ${percent(subject.share)} of the image.${halves}`;
  },
  size: ({ size }) =>
    `The image has ${size.width} × ${size.height} pixels (${size.orientation})${size.isTransparent ? " and transparent parts" : ""}.`,
};

function percent(share: number): string {
  return `${Math.max(1, Math.round(share * 100))} %`;
}

function join(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

import type { Definition } from "#domain/pipelines/definition.ts";
import type { PipelineInput } from "#domain/pipelines/inputs.ts";
import { locateSteps } from "#domain/pipelines/locate-steps.ts";
import { operations } from "#domain/pipelines/operations.ts";
import type { Step, StepOf } from "#domain/pipelines/step.ts";
import { partsOf } from "#domain/pipelines/text-parts.ts";
import { resultContentType, type FileKind } from "#domain/requests/capability.ts";

/** Files that a step uses or makes, as they are expected before a run. */
export interface ExpectedMedia {
  readonly kind: FileKind;
  readonly files: number;
  /** Seconds of all files together; 0 for images and models. */
  readonly seconds: number;
}

/** Facts about a run that are known before it starts. All are empty for a definition without a run. */
export interface KnownRun {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly items: Readonly<Record<string, number>>;
  readonly skipped: readonly string[];
}

/** Seconds of a recording or a video of unknown length. */
const secondsDefault = 10;
/** Common speed of narration, for texts that are spoken. */
const wordsPerSecond = 2.5;

const single = { kind: "image", files: 1, seconds: 0 } as const satisfies ExpectedMedia;

type Given = StepOf<"transform">["inputs"][number];

export interface MediaForecast {
  /** Files of an entry of a step's `inputs`. */
  given(input: Given): ExpectedMedia;
  /** Files that an operation makes. */
  made(step: StepOf<"transform">): ExpectedMedia;
}

/**
 * Follows the expressions of a definition to the files that they name: lengths come from the run's files, from parameters
 * and from texts that are spoken. Each step is looked at once. What remains unknown has a common length.
 */
export function forecastMedia(
  { steps, inputs = {} }: Pick<Definition, "steps" | "inputs">,
  known: KnownRun,
): MediaForecast {
  const all = new Map(locateSteps(steps).located.map(({ name, step }) => [name, step]));
  const found = new Map<string, ExpectedMedia>();

  /** Names that an expression uses and that have a value, in the order of the text. */
  const namesIn = (text: string): { readonly of: "inputs" | "steps"; readonly name: string }[] =>
    (partsOf(text) ?? [])
      .flatMap((part) => ("expression" in part ? [part.expression] : []))
      .flatMap((expression) => [...expression.matchAll(/\b(inputs|steps)\.([a-z]\w*)/gi)])
      .map(([, of, name = ""]) => ({ of: of === "inputs" ? "inputs" : "steps", name }) as const)
      .filter(({ of, name }) => {
        if (of === "steps") return all.has(name) && !known.skipped.includes(name);
        return Object.hasOwn(inputs, name) && known.inputs[name] !== null;
      });

  const mediaOf = (text: string): ExpectedMedia => {
    const [first] = namesIn(text);
    if (first === undefined) return single;
    const { of, name } = first;
    const input = inputs[name];
    if (of === "inputs")
      return input === undefined ? single : inputMedia(input, known.inputs[name]);
    const media = found.get(name) ?? resultOf(name, all.get(name));
    found.set(name, media);
    return media;
  };
  const given = (input: Given): ExpectedMedia =>
    typeof input === "string" ? mediaOf(input) : { ...mediaOf(input.from), kind: input.kind };

  function resultOf(name: string, step: Step | undefined): ExpectedMedia {
    switch (step?.kind) {
      case "generate":
        return generated(step);
      case "transform":
        return made(step);
      case "map": {
        const { kind, files, seconds } = mediaOf(step.value);
        const items = known.items[name] ?? step.maxItems;
        return { kind, files: files * items, seconds: seconds * items };
      }
      case "switch":
        return mediaOf(step.cases[0]?.value ?? "");
      case "value":
        return mediaOf(step.value);
      case "approve":
      case "call":
      case "pipeline":
      case "read":
      case "write":
      case undefined:
        return { ...single, kind: "video", seconds: secondsDefault };
    }
  }

  function generated({
    capability,
    inputs: sent = [],
    parameters,
    prompt = "",
  }: StepOf<"generate">): ExpectedMedia {
    const used = sent.map(given);
    const contentType = resultContentType(
      capability,
      used.flatMap(({ kind }) => (kind === "model" ? [] : kind)),
    );
    const kind = contentType === "3d" ? "model" : contentType;
    if (kind === "image" || kind === "model") return { kind, files: 1, seconds: 0 };
    const asked = parameters?.["durationSeconds"];
    if (typeof asked === "number") return { kind, files: 1, seconds: asked };
    const longest = Math.max(0, ...used.map(({ seconds }) => seconds));
    const spoken = capability === "text-to-speech" ? wordsOf(prompt) / wordsPerSecond : 0;
    return { kind, files: 1, seconds: longest || spoken || secondsDefault };
  }

  /** Length of a spoken text with its expressions; 0 when it is not known. */
  function wordsOf(text: string): number {
    const [first] = namesIn(text);
    if (first === undefined) return text.split(/\s+/).length;
    const { of, name } = first;
    const step = all.get(name);
    if (of === "steps") {
      return step?.kind === "write" && typeof step.maxWords === "number" ? step.maxWords : 0;
    }
    const value = known.inputs[name];
    return typeof value === "string" ? value.split(/\s+/).length : 0;
  }

  function made({ operation, inputs: sent, parameters = {} }: StepOf<"transform">): ExpectedMedia {
    const used = sent.map(given);
    const first = used[0] ?? single;
    const { makes } = operations[operation];
    const kind = makes === "same" ? first.kind : makes;
    if (kind !== "video" && kind !== "audio") return { kind, files: 1, seconds: 0 };
    const numberOf = (name: string): number | undefined => {
      const value = parameters[name];
      return typeof value === "number" ? value : undefined;
    };
    const total = used.reduce((sum, { seconds }) => sum + seconds, 0);
    const length = (): number => {
      const last = used.at(-1) ?? single;
      const part = (numberOf("endSeconds") ?? first.seconds) - (numberOf("startSeconds") ?? 0);
      switch (operation) {
        case "trim":
          return Math.min(part, first.seconds);
        case "cut":
          return first.seconds - part;
        case "speed":
          return first.seconds / (numberOf("factor") ?? 1);
        case "concat":
          return total;
        case "mux":
          return parameters["length"] === "video" ? first.seconds : last.seconds;
        case "mix":
          return Math.max(...used.map(({ seconds }) => seconds));
        case "slideshow":
          return last.kind === "audio"
            ? last.seconds
            : first.files * (numberOf("secondsEach") ?? 4);
        case "turntable":
          return numberOf("seconds") ?? 6;
        case "collage":
        case "convert":
        case "crop":
        case "fade":
        case "frame":
        case "grade":
        case "loudness":
        case "overlay":
        case "overlayText":
        case "resize":
        case "reverse":
        case "rotate":
        case "stabilize":
        case "subtitles":
        case "volume":
          return first.seconds;
      }
    };
    return { kind, files: 1, seconds: Math.max(0, length()) };
  }

  return { given, made };
}

/** Files of an input of the run: those that are given, else what its type says. */
function inputMedia(input: PipelineInput, value: unknown): ExpectedMedia {
  const type = input.type === "list" ? input.of.type : input.type;
  const kind =
    type === "image" || type === "video" || type === "audio" || type === "model" ? type : null;
  if (kind === null) return single;
  const files = Array.isArray(value) ? value : [value];
  const isTimed = kind === "video" || kind === "audio";
  const lengths = files.map((file) => (isTimed ? (lengthOf(file) ?? secondsDefault) : 0));
  return { kind, files: files.length, seconds: lengths.reduce((sum, each) => sum + each, 0) };
}

function lengthOf(file: unknown): number | undefined {
  const seconds = (file as { durationSeconds?: unknown } | undefined)?.durationSeconds;
  return typeof seconds === "number" ? seconds : undefined;
}

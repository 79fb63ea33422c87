import type { InputKind } from "./capability.ts";
import { wordOf } from "./price-factors.ts";

/** Facts about an input before it is sent: its kind and, for an asset, its measured properties. */
export interface InputFacts {
  readonly kind: InputKind;
  readonly durationSeconds?: number;
  /** The file was measured on arrival, but its length is not readable. */
  readonly hasNoLength?: true;
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  /** Media type of the file, such as image/png. */
  readonly contentType?: string;
}

/** Quantities of a job that come from its inputs. */
export interface MeasuredQuantities {
  readonly seconds?: LengthRule;
  /**
   * The result is as large as the input image, times its scale. `max`: the provider scales larger images down
   * to this size.
   */
  readonly megapixels?: true | { readonly max: number };
  readonly frames?: FrameRule;
  readonly images?: ImageRule;
}

/** Properties that each input image must have. */
export interface ImageRule {
  /** Media types, such as image/png. */
  readonly types?: readonly string[];
  readonly pixelsMin?: number;
  readonly pixelsMax?: number;
  /** Minimum of each side in pixels. */
  readonly sideMin?: number;
  /** Maximum of the longer side divided by the shorter one. */
  readonly ratioMax?: number;
}

/** For models that bill each frame of the result. */
export interface FrameRule {
  /** Kinds of inputs that determine the frame rate of the result. */
  readonly of: readonly InputKind[];
  /** Frames per second that are included in the price of a second. */
  readonly included: number;
  /** Frames per second at which an input of unknown frame rate is sold. */
  readonly unmeasured: number;
}

export interface LengthRule {
  /** Kinds of inputs of which the longest determines the length. */
  readonly of: readonly InputKind[];
  /** Further kinds that count, by a parameter of the model and its value. */
  readonly also?: Readonly<Record<string, Readonly<Record<string, readonly InputKind[]>>>>;
  /** Seconds above a whole second that are not billed, such as a last frame or two. */
  readonly toleranceSeconds?: number;
  /** Bounds of the length of each input. */
  readonly min?: number;
  readonly max?: number;
}

export interface InputLength {
  readonly ordinal: number;
  readonly kind: InputKind;
  /** Whole seconds, as billed. */
  readonly seconds: number;
  /** True when every counted input was measured, so none can turn out to be longer. */
  readonly isWhole: boolean;
}

/** Applies the values of a request to a rule. */
export function ruleFor(rule: LengthRule, values: Readonly<Record<string, unknown>>): LengthRule {
  const more = Object.entries(rule.also ?? {}).flatMap(
    ([name, byValue]) => byValue[wordOf(values[name])] ?? [],
  );
  return { ...rule, of: [...rule.of, ...more] };
}

/**
 * Returns the length that the inputs give a job; null when they do not determine it, or when none was
 * measured.
 */
export function inputLength(
  rule: LengthRule | undefined,
  inputs: readonly InputFacts[],
): InputLength | null {
  const counting = [...inputs.entries()].filter(([, { kind }]) => rule?.of.includes(kind));
  const measured = counting.flatMap(([ordinal, { kind, durationSeconds }]) =>
    durationSeconds === undefined ? [] : [{ ordinal, kind, durationSeconds }],
  );
  const [longest] = measured.toSorted(
    (left, right) => right.durationSeconds - left.durationSeconds,
  );
  if (longest === undefined) return null;
  const { ordinal, kind, durationSeconds } = longest;
  return {
    ordinal,
    kind,
    seconds: billedSeconds(durationSeconds, rule),
    isWhole: measured.length === counting.length,
  };
}

/** Returns the whole seconds that are billed for an input of this length. */
export function billedSeconds(durationSeconds: number, rule: LengthRule | undefined): number {
  // Removes floating-point error, which could add a second.
  const billed = Number((durationSeconds - (rule?.toleranceSeconds ?? 0)).toFixed(6));
  return Math.max(1, Math.ceil(billed));
}

/** Pixels of the first image input, if its size is known. */
export function inputPixels(inputs: readonly InputFacts[]): number | null {
  const picture = inputs.find(({ kind }) => kind === "image");
  const { width, height } = picture ?? {};
  return width === undefined || height === undefined ? null : width * height;
}

/** Multiple of the price of a second that the frame rate of the inputs costs. A lower rate is not cheaper. */
export function frameFactor(rule: FrameRule | undefined, inputs: readonly InputFacts[]): number {
  if (rule === undefined) return 1;
  const rates = inputs.flatMap(({ kind, framesPerSecond = rule.unmeasured }) =>
    rule.of.includes(kind) ? [framesPerSecond] : [],
  );
  return Math.max(rule.included, ...rates) / rule.included;
}

/** Pixels of a megapixel in prices; rows convert those of providers that count a million pixels. */
export const binaryMegapixel = 1_048_576;

/**
 * Returns the megapixels of the image that determines the size of the result; null when nothing is known. An
 * image of unknown size counts as the largest.
 */
export function inputMegapixels(
  rule: MeasuredQuantities["megapixels"],
  inputs: readonly InputFacts[],
): number | null {
  if (rule === undefined) return null;
  const max = rule === true ? Infinity : rule.max;
  const pixels = inputPixels(inputs);
  if (pixels !== null) return Math.min(pixels / binaryMegapixel, max);
  return max !== Infinity && inputs.some(({ kind }) => kind === "image") ? max : null;
}

/** Nouns for inputs in messages. */
export const inputNouns: Record<InputKind, string> = {
  image: "picture",
  mask: "mask",
  video: "video",
  audio: "recording",
};

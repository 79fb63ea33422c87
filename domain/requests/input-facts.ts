import type { InputKind } from "./capability.ts";
import { wordOf } from "./price-factors.ts";

/** What is known of an input before it is sent: its kind, and of an asset what was measured of it. */
export interface InputFacts {
  readonly kind: InputKind;
  readonly durationSeconds?: number;
  /** The file was measured when it came, and does not say how long it is. */
  readonly hasNoLength?: true;
  readonly width?: number;
  readonly height?: number;
}

/** Which quantities of a job are those of its inputs. */
export interface MeasuredQuantities {
  readonly seconds?: LengthRule;
  /** A picture comes out as large as it went in, times its scale. */
  readonly megapixels?: boolean;
}

export interface LengthRule {
  /** The longest input of these kinds counts. */
  readonly of: readonly InputKind[];
  /** Kinds that count, too, by a parameter of the model and its value. */
  readonly also?: Readonly<Record<string, Readonly<Record<string, readonly InputKind[]>>>>;
  /** What may come on top of whole seconds and is not billed: a last frame or two. */
  readonly toleranceSeconds?: number;
  /** Bounds of each. */
  readonly min?: number;
  readonly max?: number;
}

export interface InputLength {
  readonly ordinal: number;
  readonly kind: InputKind;
  /** Whole ones, as they are billed. */
  readonly seconds: number;
  /** Whether every input that counts was measured: nothing longer can show up. */
  readonly isWhole: boolean;
}

/** The rule as the values of a request make it. */
export function ruleFor(rule: LengthRule, values: Readonly<Record<string, unknown>>): LengthRule {
  const more = Object.entries(rule.also ?? {}).flatMap(
    ([name, byValue]) => byValue[wordOf(values[name])] ?? [],
  );
  return { ...rule, of: [...rule.of, ...more] };
}

/** How long the inputs make a job; null where they do not, or where nothing was measured. */
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
  // What is computed may be a little more than whole.
  const billed = Number((durationSeconds - (rule?.toleranceSeconds ?? 0)).toFixed(6));
  return {
    ordinal,
    kind,
    seconds: Math.max(1, Math.ceil(billed)),
    isWhole: measured.length === counting.length,
  };
}

/** Pixels of the first picture whose size is known. */
export function inputPixels(inputs: readonly InputFacts[]): number | null {
  const picture = inputs.find(({ kind }) => kind === "image");
  const { width, height } = picture ?? {};
  return width === undefined || height === undefined ? null : width * height;
}

/** What inputs are called in messages. */
export const inputNouns: Record<InputKind, string> = {
  image: "picture",
  mask: "mask",
  video: "video",
  audio: "recording",
};

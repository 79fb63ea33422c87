import { AppError } from "#domain/errors.ts";

interface SoundOptions {
  readonly containers: readonly string[];
  readonly sampleRates: readonly number[];
  /** Smallest and largest bit rate; null when the encoding has none. */
  readonly bitRates: readonly [number, number] | null;
}

/** Options that each encoding accepts (Deepgram's page on media output settings). */
const optionsOf: Readonly<Record<string, SoundOptions>> = {
  linear16: {
    containers: ["wav", "none"],
    sampleRates: [8_000, 16_000, 24_000, 32_000, 48_000],
    bitRates: null,
  },
  mulaw: { containers: ["wav", "none"], sampleRates: [8_000, 16_000], bitRates: null },
  alaw: { containers: ["wav", "none"], sampleRates: [8_000, 16_000], bitRates: null },
  mp3: { containers: [], sampleRates: [], bitRates: [32_000, 48_000] },
  opus: { containers: ["ogg"], sampleRates: [], bitRates: [4_000, 650_000] },
  flac: {
    containers: [],
    sampleRates: [8_000, 16_000, 22_050, 32_000, 48_000],
    bitRates: null,
  },
  aac: { containers: [], sampleRates: [], bitRates: [4_000, 192_000] },
};

/**
 * Refuses options that Deepgram refuses for an encoding, before the request is sent. Throws
 * `parameter_not_supported` with every problem.
 */
export function checkSound({
  encoding = "mp3",
  container,
  sample_rate: sampleRate,
  bit_rate: bitRate,
}: Readonly<Record<string, unknown>>): void {
  const name = String(encoding);
  const allowed = optionsOf[name];
  if (allowed === undefined) return;
  const { containers, sampleRates, bitRates } = allowed;
  const [low, high] = bitRates ?? [];
  const texts = [
    refuse(name, "container", container, containers),
    refuse(name, "sample_rate", sampleRate, sampleRates),
    bitRates !== null && Number(bitRate) >= bitRates[0] && Number(bitRate) <= bitRates[1]
      ? null
      : refuse(name, "bit_rate", bitRate, bitRates === null ? [] : [`${low} to ${high}`]),
  ].flatMap((text) => text ?? []);
  if (texts.length === 0) return;
  throw new AppError("parameter_not_supported", {
    details: { reason: texts.join(" ") },
    issues: texts.map((message) => ({
      pointer: "/parameters/modelParameters",
      code: "value_not_supported",
      message,
    })),
  });
}

function refuse(
  encoding: string,
  option: string,
  value: unknown,
  allowed: readonly (string | number)[],
): string | null {
  if (value === undefined || allowed.some((each) => each === value)) return null;
  return allowed.length === 0
    ? `The encoding ${encoding} takes no ${option}.`
    : `With the encoding ${encoding}, ${option} must be ${allowed.join(" or ")}.`;
}

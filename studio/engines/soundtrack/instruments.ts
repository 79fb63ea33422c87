import type { Random } from "#studio/engines/scene/random.ts";

import {
  addAt,
  highPass,
  lowPass,
  noise,
  pluck,
  samplesFor,
  shape,
  soundtrackRate,
} from "./synthesis.ts";

export const instrumentNames = [
  "piano",
  "guitar",
  "bells",
  "strings",
  "flute",
  "brass",
  "organ",
  "synthesizer",
] as const;
export type InstrumentName = (typeof instrumentNames)[number];

/** An instrument whose notes fade, or one whose notes last as long as they are played. */
interface Instrument {
  readonly isHeld: boolean;
  /** Words that name it, and styles of music that it stands for. */
  readonly words: RegExp;
  readonly play: (hertz: number, seconds: number, random: Random) => Float32Array;
}

export const instruments: Readonly<Record<InstrumentName, Instrument>> = {
  piano: {
    isHeld: false,
    words: /\b(?:pianos?|klavier|jazz|lo-?fi|classical|ballads?)\b/u,
    play: playPiano,
  },
  guitar: {
    isHeld: false,
    words:
      /\b(?:guitars?|gitarren?|guitarras?|ukuleles?|banjos?|harps?|rock|folk|country|acoustic)\b/u,
    play: (hertz, _seconds, random) => pluck(hertz, 1.6, random),
  },
  bells: {
    isHeld: false,
    words:
      /\b(?:bells?|music ?box(?:es)?|glockenspiel|xylophones?|marimbas?|chimes?|lullab(?:y|ies))\b/u,
    play: playBell,
  },
  strings: {
    isHeld: true,
    words:
      /\b(?:violins?|violas?|cellos?|strings?|fiddles?|geigen?|violines?|orchestra(?:l)?|cinematic)\b/u,
    play: playStrings,
  },
  flute: {
    isHeld: true,
    words: /\b(?:flutes?|flöten?|flautas?|pan ?pipes?|whistles?)\b/u,
    play: playFlute,
  },
  brass: {
    isHeld: true,
    words: /\b(?:brass|trumpets?|trombones?|horns?|trompeten?|trompetas?|fanfares?)\b/u,
    play: playBrass,
  },
  organ: { isHeld: true, words: /\b(?:organs?|orgel|accordions?|church)\b/u, play: playOrgan },
  synthesizer: {
    isHeld: true,
    words: /\b(?:synth(?:s|wave|esizers?)?|electronic|techno|dance|ambient|edm|retro)\b/u,
    play: playSynthesizer,
  },
};

export const drumWords =
  /\b(?:drums?|drummer|beats?|percussion|schlagzeug|tambores?|rock|techno|dance|edm|hip-?hop|lo-?fi|jazz|pop)\b/u;

/** Partials above are neither heard nor can be sampled. */
const hertzMax = 16_000;

interface Partial {
  /** Multiple of the note's frequency. */
  readonly ratio: number;
  readonly gain: number;
}

/** Sums sines. `gainAt` is the loudness of a partial at a time; `bendAt` multiplies all frequencies. */
function sound(
  hertz: number,
  seconds: number,
  partials: readonly Partial[],
  {
    gainAt,
    bendAt = () => 1,
  }: {
    gainAt: (time: number, ratio: number) => number;
    bendAt?: (time: number) => number;
  },
): Float32Array {
  const mix = samplesFor(seconds);
  for (const { ratio, gain } of partials) {
    if (hertz * ratio > hertzMax) continue;
    let phase = 0;
    for (let index = 0; index < mix.length; index += 1) {
      const time = index / soundtrackRate;
      phase += (hertz * ratio * bendAt(time) * Math.PI * 2) / soundtrackRate;
      mix[index] = (mix[index] ?? 0) + Math.sin(phase) * gain * gainAt(time, ratio);
    }
  }
  return mix;
}

function harmonics(count: number, gainOf: (number: number) => number): Partial[] {
  return Array.from({ length: count }, (_, index) => ({
    ratio: index + 1,
    gain: gainOf(index + 1),
  }));
}

/** Begins within `attack` seconds and ends within `release`, so that no note clicks. */
function envelope(seconds: number, attack: number, release: number): (time: number) => number {
  return (time) => Math.min(1, time / attack) * Math.min(1, Math.max(0, seconds - time) / release);
}

/** Partials of a stiff string are sharper than harmonics, and high ones fade sooner. A felt hammer strikes it. */
function playPiano(hertz: number, _seconds: number, random: Random): Float32Array {
  const seconds = 2.4;
  const stiffness = 0.0004;
  const partials = harmonics(9, (number) => 1 / number ** 1.35).map(({ ratio, gain }) => ({
    ratio: ratio * Math.sqrt(1 + stiffness * ratio ** 2),
    gain,
  }));
  const ends = envelope(seconds, 0.004, 0.2);
  const mix = sound(hertz, seconds, partials, {
    gainAt: (time, ratio) =>
      ends(time) *
      (0.7 * Math.exp(-time * (1.6 + ratio * 0.9)) + 0.3 * Math.exp(-time * (0.5 + ratio * 0.4))),
  });
  addAt(
    mix,
    shape(lowPass(noise(0.03, random), 1_800), (time) => Math.exp(-time * 160)),
    0,
    0.5,
  );
  return mix;
}

/** The partials of a struck bar. */
function playBell(hertz: number): Float32Array {
  const seconds = 2.2;
  const partials = [
    { ratio: 1, gain: 1 },
    { ratio: 2.756, gain: 0.45 },
    { ratio: 5.404, gain: 0.2 },
  ];
  const ends = envelope(seconds, 0.002, 0.2);
  return sound(hertz * 2, seconds, partials, {
    gainAt: (time, ratio) => ends(time) * Math.exp(-time * (1.4 + ratio)),
  });
}

function playStrings(hertz: number, seconds: number, random: Random): Float32Array {
  const ends = envelope(seconds, 0.16, 0.25);
  const partials = harmonics(12, (number) => 1 / number ** 1.15);
  return lowPass(sound(hertz, seconds, partials, { gainAt: ends, bendAt: vibrato(random) }), 4_200);
}

function playFlute(hertz: number, seconds: number, random: Random): Float32Array {
  const ends = envelope(seconds, 0.07, 0.15);
  const partials = [
    { ratio: 1, gain: 1 },
    { ratio: 2, gain: 0.28 },
    { ratio: 3, gain: 0.08 },
  ];
  const mix = sound(hertz * 2, seconds, partials, { gainAt: ends, bendAt: vibrato(random) });
  const breath = highPass(lowPass(noise(seconds, random), 5_000), 1_500);
  addAt(mix, shape(breath, ends), 0, 0.05);
  return mix;
}

/** Louder brass has more partials: they come after the first one. */
function playBrass(hertz: number, seconds: number, random: Random): Float32Array {
  const ends = envelope(seconds, 0.05, 0.12);
  return sound(
    hertz,
    seconds,
    harmonics(10, (number) => 1 / number ** 0.9),
    {
      gainAt: (time, ratio) => ends(time) * Math.min(1, time / (0.02 + ratio * 0.012)),
      bendAt: vibrato(random),
    },
  );
}

function playOrgan(hertz: number, seconds: number): Float32Array {
  const partials = [1, 2, 3, 4, 6, 8].map((ratio, index) => ({ ratio, gain: 0.8 ** index }));
  return sound(hertz, seconds, partials, { gainAt: envelope(seconds, 0.03, 0.08) });
}

/** Two detuned sawtooth waves, then a low-pass filter. */
function playSynthesizer(hertz: number, seconds: number): Float32Array {
  const ends = envelope(seconds, 0.04, 0.2);
  const saw = harmonics(14, (number) => 1 / number);
  const mix = sound(hertz * 0.997, seconds, saw, { gainAt: ends });
  addAt(mix, sound(hertz * 1.003, seconds, saw, { gainAt: ends }), 0);
  return lowPass(mix, 2_600);
}

/** Begins after the note, as players do. */
function vibrato(random: Random): (time: number) => number {
  const rate = random.between(4.8, 5.8);
  return (time) => 1 + 0.004 * Math.min(1, time / 0.6) * Math.sin(time * rate * Math.PI * 2);
}

/** A bar of drums: the kick at its first and third quarter, the snare in between, eighths of a hi-hat. */
export function playDrums(barSeconds: number, random: Random): Float32Array {
  const bar = samplesFor(barSeconds);
  const eighth = barSeconds / 8;
  for (const at of [0, 4, 5]) addAt(bar, kick(), at * eighth, at === 5 ? 0.6 : 1);
  for (const at of [2, 6]) addAt(bar, snare(random), at * eighth, 0.5);
  for (let at = 0; at < 8; at += 1)
    addAt(bar, hat(random), at * eighth, at % 2 === 0 ? 0.22 : 0.14);
  return bar;
}

function kick(): Float32Array {
  let phase = 0;
  return samplesFor(0.3).map((_, index) => {
    const time = index / soundtrackRate;
    phase += ((48 + 90 * Math.exp(-time * 38)) * Math.PI * 2) / soundtrackRate;
    return Math.sin(phase) * Math.exp(-time * 11);
  });
}

function snare(random: Random): Float32Array {
  const rattle = highPass(noise(0.2, random), 1_200);
  return shape(rattle, (time) => Math.exp(-time * 22));
}

function hat(random: Random): Float32Array {
  return shape(highPass(noise(0.07, random), 7_000), (time) => Math.exp(-time * 70));
}

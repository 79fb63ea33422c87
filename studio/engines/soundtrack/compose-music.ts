import type { Random } from "#studio/engines/scene/random.ts";

import { addAt, lowPass, pluck, samplesFor, toLevel, tone } from "./synthesis.ts";

export type MusicMood = "calm" | "happy" | "sad" | "epic" | "tense";

/** Words of each mood, in order of precedence. */
export const musicMoods: readonly { readonly mood: MusicMood; readonly pattern: RegExp }[] = [
  { mood: "sad", pattern: /sad|melanchol|tragic|lonely|emotional|traurig|triste/u },
  { mood: "epic", pattern: /epic|heroic|cinematic|orchestral|dramatic|triumph|grand/u },
  { mood: "tense", pattern: /tense|scary|horror|dark|suspense|spooky|mysterious|eerie/u },
  {
    mood: "happy",
    pattern: /happy|upbeat|cheerful|funny|joyful|fun|playful|energetic|festive|fröhlich|alegre/u,
  },
];

interface Piece {
  /** Seconds of a bar, about. */
  readonly bar: number;
  /** Half steps of the chords above the key, lowest first. */
  readonly chords: readonly (readonly number[])[];
  /** Hertz of the key. */
  readonly key: number;
  readonly notesInBar: number;
}

const pieces: Readonly<Record<MusicMood, Piece>> = {
  calm: {
    bar: 2.6,
    key: 130.81,
    notesInBar: 8,
    chords: [
      [0, 4, 7, 14],
      [-3, 0, 4, 9],
      [-7, 0, 5, 9],
      [-5, 2, 7, 11],
    ],
  },
  happy: {
    bar: 1.9,
    key: 146.83,
    notesInBar: 8,
    chords: [
      [0, 4, 7, 12],
      [-5, 2, 7, 11],
      [-3, 0, 4, 9],
      [-7, 0, 5, 9],
    ],
  },
  sad: {
    bar: 2.8,
    key: 110,
    notesInBar: 6,
    chords: [
      [0, 3, 7, 12],
      [-4, 0, 3, 8],
      [-9, -2, 3, 7],
      [-2, 2, 5, 10],
    ],
  },
  epic: {
    bar: 2.2,
    key: 98,
    notesInBar: 8,
    chords: [
      [0, 7, 12, 15],
      [-4, 3, 8, 12],
      [3, 7, 10, 15],
      [-2, 5, 10, 14],
    ],
  },
  tense: {
    bar: 2.4,
    key: 92.5,
    notesInBar: 4,
    chords: [
      [0, 3, 6, 12],
      [-1, 3, 6, 11],
      [0, 3, 7, 12],
      [1, 4, 7, 13],
    ],
  },
};

/** Order in which the notes of a chord are plucked. */
const figure = [0, 2, 1, 3, 2, 1, 3, 2];

/** Composes a music bed of plucked strings over a pad and a bass, with whole bars that end with the film. */
export function composeMusic(mood: MusicMood, seconds: number, random: Random): Float32Array {
  const { bar, chords, key, notesInBar } = pieces[mood];
  const bars = Math.max(1, Math.round(seconds / bar));
  const barSeconds = seconds / bars;
  const noteSeconds = barSeconds / notesInBar;
  const strings = samplesFor(seconds);
  const pad = samplesFor(seconds);
  for (let index = 0; index < bars; index += 1) {
    const chord = chords[index % chords.length] ?? [0];
    const start = index * barSeconds;
    for (let note = 0; note < notesInBar; note += 1) {
      const step = chord[(figure[note % figure.length] ?? 0) % chord.length] ?? 0;
      const hertz = pitch(key * 2, step);
      const late = random.between(0, 0.012);
      const gain = (note === 0 ? 1 : 0.7) * random.between(0.85, 1);
      addAt(strings, pluck(hertz, 1.6, random), start + note * noteSeconds + late, gain);
    }
    for (const step of chord) addAt(pad, padTone(pitch(key, step), barSeconds * 1.15), start, 0.2);
    addAt(pad, padTone(pitch(key / 2, chord[0] ?? 0), barSeconds), start, 0.5);
  }
  const mix = toLevel(strings, 0.06);
  addAt(mix, toLevel(lowPass(pad, 1400), mood === "epic" || mood === "tense" ? 0.055 : 0.035), 0);
  return withRoom(mix);
}

function pitch(key: number, halfSteps: number): number {
  return key * 2 ** (halfSteps / 12);
}

/** A slowly beginning tone of two detuned voices with soft harmonics. */
function padTone(hertz: number, seconds: number): Float32Array {
  const gain = (time: number) =>
    Math.min(1, time / 0.5) * Math.min(1, Math.max(0, seconds - time) / 0.4);
  const mix = tone(seconds, () => hertz * 0.9985, gain);
  addAt(
    mix,
    tone(seconds, () => hertz * 1.0015, gain),
    0,
  );
  addAt(
    mix,
    tone(seconds, () => hertz * 2, gain),
    0,
    0.3,
  );
  addAt(
    mix,
    tone(seconds, () => hertz * 3, gain),
    0,
    0.12,
  );
  return mix;
}

/** Adds the echoes of a small hall. */
function withRoom(samples: Float32Array): Float32Array {
  const mix = Float32Array.from(samples);
  for (const [delay, gain] of [
    [0.0297, 0.22],
    [0.0371, 0.2],
    [0.0611, 0.15],
    [0.113, 0.1],
    [0.181, 0.07],
  ] as const) {
    addAt(mix, lowPass(samples, 3000), delay, gain);
  }
  return mix;
}

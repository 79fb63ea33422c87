import type { Random } from "#studio/engines/scene/random.ts";

import {
  drumWords,
  type InstrumentName,
  instrumentNames,
  instruments,
  playDrums,
} from "./instruments.ts";
import {
  addAt,
  addStereo,
  lowPass,
  samplesFor,
  type Stereo,
  stereoFor,
  toLevel,
  tone,
} from "./synthesis.ts";

export type MusicMood = "calm" | "happy" | "sad" | "epic" | "tense";

/** Words of each mood, in order of precedence. */
const musicMoods: readonly { readonly mood: MusicMood; readonly pattern: RegExp }[] = [
  { mood: "sad", pattern: /sad|melanchol|tragic|lonely|emotional|traurig|triste/u },
  { mood: "epic", pattern: /epic|heroic|cinematic|orchestral|dramatic|triumph|grand/u },
  { mood: "tense", pattern: /tense|scary|horror|dark|suspense|spooky|mysterious|eerie/u },
  {
    mood: "happy",
    pattern: /happy|upbeat|cheerful|funny|joyful|fun|playful|energetic|festive|fröhlich|alegre/u,
  },
];

/** Music that a prompt asks for. */
export interface MusicWish {
  readonly mood: MusicMood;
  readonly instruments: readonly InstrumentName[];
  readonly hasDrums: boolean;
}

/** Reads mood and instruments from the words around "music". Without an instrument, the mood has its own. */
export function readMusic(words: string): MusicWish {
  const text = words.toLowerCase();
  const mood = musicMoods.find(({ pattern }) => pattern.test(text))?.mood ?? "calm";
  const named = instrumentNames.filter((name) => instruments[name].words.test(text));
  const hasDrums = drumWords.test(text);
  if (named.length > 0 || hasDrums) {
    return { mood, instruments: named.length > 0 ? named : pieces[mood].instruments, hasDrums };
  }
  return { mood, instruments: pieces[mood].instruments, hasDrums: pieces[mood].hasDrums };
}

/** Says what sounds. */
export function describeMusic({ mood, instruments: played, hasDrums }: MusicWish): string {
  const parts = [...played, ...(hasDrums ? ["drums"] : []), "pad"];
  return `${mood} music of synthesized ${parts.slice(0, -1).join(", ")} and a ${parts.at(-1)}`;
}

interface Piece {
  /** Seconds of a bar, about. */
  readonly bar: number;
  /** Half steps of the chords above the key, lowest first. */
  readonly chords: readonly (readonly number[])[];
  /** Hertz of the key. */
  readonly key: number;
  readonly notesInBar: number;
  /** Instruments that play it when the prompt names none. */
  readonly instruments: readonly InstrumentName[];
  readonly hasDrums: boolean;
}

const pieces: Readonly<Record<MusicMood, Piece>> = {
  calm: {
    bar: 2.6,
    key: 130.81,
    notesInBar: 8,
    instruments: ["piano"],
    hasDrums: false,
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
    instruments: ["guitar"],
    hasDrums: true,
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
    instruments: ["piano", "strings"],
    hasDrums: false,
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
    instruments: ["strings", "brass"],
    hasDrums: true,
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
    instruments: ["strings"],
    hasDrums: false,
    chords: [
      [0, 3, 6, 12],
      [-1, 3, 6, 11],
      [0, 3, 7, 12],
      [1, 4, 7, 13],
    ],
  },
};

/** Order in which the notes of a chord are played. */
const figure = [0, 2, 1, 3, 2, 1, 3, 2];
/** Places between left (-1) and right (1) of instruments, in the order in which they are named. */
const seats = [-0.35, 0.35, 0.1, -0.6, 0.6];

/** Composes a music bed over a pad and a bass, with whole bars that end with the film. */
export function composeMusic(wish: MusicWish, seconds: number, random: Random): Stereo {
  const { mood } = wish;
  const { bar, chords } = pieces[mood];
  const bars = Math.max(1, Math.round(seconds / bar));
  const barSeconds = seconds / bars;
  const chordsOfBars = Array.from(
    { length: bars },
    (_, index) => chords[index % chords.length] ?? [0],
  );
  const mix = stereoFor(seconds);
  for (const [index, name] of wish.instruments.entries()) {
    const part = playPart(name, chordsOfBars, { mood, barSeconds, random: random.fork(name) });
    const level = 0.06 / Math.sqrt(wish.instruments.length);
    addStereo(mix, toLevel(part, level), { seconds: 0, pan: seats[index % seats.length] ?? 0 });
  }
  if (wish.hasDrums) {
    const drums = samplesFor(seconds);
    const beats = random.fork("drums");
    for (let index = 0; index < bars; index += 1) {
      addAt(drums, playDrums(barSeconds, beats), index * barSeconds);
    }
    addStereo(mix, toLevel(drums, 0.035), { seconds: 0, pan: 0 });
  }
  const pad = toLevel(
    playPad(chordsOfBars, mood, barSeconds),
    mood === "epic" || mood === "tense" ? 0.05 : 0.03,
  );
  addStereo(mix, pad, { seconds: 0, pan: 0 });
  return withRoom(mix);
}

interface PartOptions {
  readonly mood: MusicMood;
  readonly barSeconds: number;
  readonly random: Random;
}

/** An instrument whose notes fade plays the figure of the piece; a held one sings two notes in each bar. */
function playPart(
  name: InstrumentName,
  chords: readonly (readonly number[])[],
  { mood, barSeconds, random }: PartOptions,
): Float32Array {
  const { isHeld, play } = instruments[name];
  const { key, notesInBar } = pieces[mood];
  const part = samplesFor(chords.length * barSeconds);
  const notes = isHeld ? 2 : notesInBar;
  const noteSeconds = barSeconds / notes;
  const noteOf = rememberNotes((hertz) => play(hertz, noteSeconds * 1.1, random));
  for (const [bar, chord] of chords.entries()) {
    for (let note = 0; note < notes; note += 1) {
      const position = isHeld
        ? chord.length - 1 - ((note + bar) % 2)
        : (figure[note % figure.length] ?? 0);
      const hertz = pitch(key * 2, chord[position % chord.length] ?? 0);
      const late = isHeld ? 0 : random.between(0, 0.012);
      const gain = (note === 0 ? 1 : 0.7) * random.between(0.85, 1);
      addAt(part, noteOf(hertz), bar * barSeconds + note * noteSeconds + late, gain);
    }
  }
  return part;
}

/** A piece repeats its notes, and making one takes long. */
function rememberNotes(make: (hertz: number) => Float32Array): (hertz: number) => Float32Array {
  const notes = new Map<number, Float32Array>();
  return (hertz) => {
    const note = notes.get(hertz) ?? make(hertz);
    notes.set(hertz, note);
    return note;
  };
}

function playPad(
  chords: readonly (readonly number[])[],
  mood: MusicMood,
  barSeconds: number,
): Float32Array {
  const { key } = pieces[mood];
  const pad = samplesFor(chords.length * barSeconds);
  const chordNote = rememberNotes((hertz) => padTone(hertz, barSeconds * 1.15));
  const bassNote = rememberNotes((hertz) => padTone(hertz, barSeconds));
  for (const [bar, chord] of chords.entries()) {
    const start = bar * barSeconds;
    for (const step of chord) addAt(pad, chordNote(pitch(key, step)), start, 0.2);
    addAt(pad, bassNote(pitch(key / 2, chord[0] ?? 0)), start, 0.5);
  }
  return lowPass(pad, 1_400);
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

/** Delays of the echoes of a small hall in seconds, with their loudness: another wall is nearer to each ear. */
const echoes = {
  left: [
    [0.0297, 0.22],
    [0.0411, 0.18],
    [0.0611, 0.15],
    [0.113, 0.1],
    [0.181, 0.07],
  ],
  right: [
    [0.0331, 0.22],
    [0.0371, 0.18],
    [0.0673, 0.15],
    [0.127, 0.1],
    [0.167, 0.07],
  ],
} as const;

function withRoom({ left, right }: Stereo): Stereo {
  return { left: withEchoes(left, echoes.left), right: withEchoes(right, echoes.right) };
}

function withEchoes(
  samples: Float32Array,
  delays: readonly (readonly [number, number])[],
): Float32Array {
  const mix = Float32Array.from(samples);
  const far = lowPass(samples, 3_000);
  for (const [delay, gain] of delays) addAt(mix, far, delay, gain);
  return mix;
}

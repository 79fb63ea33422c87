import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { EngineContext, EngineRequest } from "#studio/engine.ts";
import { filmSecondsMax } from "#studio/engines/film-limits.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import { decodeWav, encodeWav, resample } from "#studio/engines/speech/sound.ts";
import { textToSpeech } from "#studio/engines/speech/text-to-speech.ts";
import { StudioError } from "#studio/errors.ts";

import type { AmbienceName } from "./ambience-words.ts";
import { composeMusic, describeMusic } from "./compose-music.ts";
import { fadeEnds, makeAmbience } from "./make-ambience.ts";
import type { SoundtrackWish } from "./read-soundtrack.ts";
import { addAt, addStereo, interleave, soundtrackRate, stereoFor } from "./synthesis.ts";

export interface Narration {
  readonly samples: Float32Array;
  readonly seconds: number;
  /** The voice that spoke. */
  readonly voice: string;
}

const center = { seconds: 0, pan: 0 };

/** Silence before the first and after the last word of a film. */
const marginSeconds = 0.4;

/** Seconds that a film needs for what is said in it. */
export function secondsOf(narration: Narration | null): number {
  return narration === null ? 0 : narration.seconds + marginSeconds * 2;
}

/**
 * Speaks the words that a prompt puts into a voice; null without such words. Throws `invalid_input` when the film
 * is too short for them.
 */
export async function narrateFilm(
  { speech }: SoundtrackWish,
  { model, parameters }: EngineRequest,
  context: EngineContext,
): Promise<Narration | null> {
  if (speech === null) return null;
  const { gender } = speech;
  const voice = gender === null ? {} : { voice: { gender } };
  const { engine, outputs } = await textToSpeech.run(
    { capability: "text-to-speech", model, prompt: speech.text, parameters: voice },
    { ...context, progress: () => undefined },
  );
  const [output] = outputs;
  if (output === undefined) throw new Error("No speech was made.");
  const { samples } = resample(decodeWav(await readFile(output.path)), soundtrackRate);
  const narration = { samples, seconds: samples.length / soundtrackRate, voice: engine.name };
  const room = parameters.durationSeconds ?? filmSecondsMax;
  if (secondsOf(narration) > room) {
    const needed = Math.ceil(secondsOf(narration));
    throw new StudioError(
      "invalid_input",
      `The words of the voice take ${needed} seconds, the film at most ${room}: shorten them${needed <= filmSecondsMax ? ` or ask for ${needed} seconds` : ""}.`,
    );
  }
  return narration;
}

export interface Soundtrack {
  /** WAV file; null when nothing is heard. */
  readonly path: string | null;
  /** What is heard and what made it. */
  readonly credit: string;
}

/**
 * Makes the sound of a film: what the prompt names, the sounds of the scene, music and the voice. Music and
 * ambience are softer while a voice speaks.
 */
export async function makeSoundtrack(
  parts: {
    readonly wish: SoundtrackWish;
    /** Sounds of what the film shows, heard if the prompt or the request asks for them. */
    readonly scene: readonly AmbienceName[];
    readonly narration: Narration | null;
    readonly seconds: number;
  },
  { seed, workFolder }: Pick<EngineContext, "seed" | "workFolder">,
): Promise<Soundtrack> {
  const { wish, scene, narration, seconds } = parts;
  const { music } = wish;
  const ambience = [...new Set([...wish.ambience, ...(wish.ofScene ? scene : [])])];
  const sources = [
    ...(ambience.length > 0 ? [`synthesized ${ambience.join(", ")}`] : []),
    ...(music === null ? [] : [describeMusic(music)]),
    ...(narration === null ? [] : [`a synthetic voice (${narration.voice})`]),
  ];
  if (sources.length === 0) return { path: null, credit: "No sound" };
  const random = createRandom(seed).fork("soundtrack");
  const bed = stereoFor(seconds);
  addStereo(bed, makeAmbience(ambience, seconds, random), center);
  if (music !== null) {
    const { left, right } = composeMusic(music, seconds, random.fork("music"));
    addAt(bed.left, left, 0);
    addAt(bed.right, right, 0);
  }
  const fade = Math.min(0.5, seconds / 4);
  const gain = narration === null ? 1 : 0.4;
  const mix = stereoFor(seconds);
  addAt(mix.left, fadeEnds(bed.left, fade), 0, gain);
  addAt(mix.right, fadeEnds(bed.right, fade), 0, gain);
  if (narration !== null) addStereo(mix, narration.samples, { ...center, seconds: marginSeconds });
  const path = join(workFolder, "soundtrack.wav");
  const samples = limit(interleave(mix));
  await writeFile(path, encodeWav({ samples, sampleRate: soundtrackRate }, 2));
  return { path, credit: `Sound: ${sources.join("; ")}; nothing was recorded` };
}

/** Rounds peaks off, so that sounds that coincide do not clip. */
function limit(samples: Float32Array): Float32Array {
  return samples.map((sample) => Math.tanh(sample * 1.1) * 0.9);
}

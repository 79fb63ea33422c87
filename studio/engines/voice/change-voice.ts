import type { EngineContext, EngineInput } from "#studio/engine.ts";
import { readMono } from "#studio/engines/media/read-mono.ts";
import { filterSound } from "#studio/engines/media/sound.ts";
import { StudioError } from "#studio/errors.ts";

import { measurePitch, pitchSampleRate } from "./measure-pitch.ts";
import type { VoicePlan } from "./read-voice-plan.ts";
import { type VoiceChange, voiceChanges } from "./voice-changes.ts";

const rate = 48_000;
/** Start of a recording in which the pitch of the voice is measured. */
const measuredSecondsMax = 120;
const factorRange = { min: 0.4, max: 2.5 };

/** The filters hold back the end of a recording, so silence follows it. */
const held = "apad=pad_len=24000";

/** Changes pitch, resonances, sound and speed of a voice; returns the file itself when nothing changes. */
export async function changeVoice(
  file: EngineInput,
  { changes, semitones, speed }: Pick<VoicePlan, "changes" | "semitones" | "speed">,
  durationSeconds: number,
  context: EngineContext,
): Promise<EngineInput> {
  if (changes.length === 0 && semitones === null && speed === 1) return file;
  const rows: readonly VoiceChange[] = changes.map((name) => voiceChanges[name]);
  const measures = rows.some(({ pitch }) => typeof pitch === "object");
  const voicePitch = measures ? await readPitch(file, context) : 0;
  const pitch = rows.reduce(
    (product, row) => product * pitchFactor(row, voicePitch),
    2 ** ((semitones ?? 0) / 12),
  );
  const formants = rows.reduce((product, row) => product * (row.formants ?? 1), 1);
  const filters = [
    held,
    shift({ pitch: limit(pitch), formants: limit(formants), speed }),
    ...rows.flatMap(({ filter }) => filter ?? []),
  ];
  const { path, contentType } = await filterSound(
    file,
    { filter: filters.join(","), format: "flac", seconds: durationSeconds / speed },
    context,
  );
  return { kind: "audio", path, contentType };
}

async function readPitch(file: EngineInput, context: EngineContext): Promise<number> {
  context.progress(0, "measuring");
  const sound = { rate: pitchSampleRate, seconds: measuredSecondsMax };
  const pitch = measurePitch(await readMono(file, sound, context));
  if (pitch !== null) return pitch;
  throw new StudioError(
    "invalid_input",
    "No voice was found in the first two minutes of the recording; ask for deeper or higher instead, which needs none.",
  );
}

function pitchFactor({ pitch = 1 }: VoiceChange, voicePitch: number): number {
  if (typeof pitch === "number") return pitch;
  return Math.min(pitch.max, Math.max(pitch.min, pitch.hertz / voicePitch));
}

/**
 * A faster sample rate shifts pitch, resonances and speed alike. Rubber Band then corrects pitch and speed and
 * keeps the resonances.
 */
function shift(factors: { pitch: number; formants: number; speed: number }): string {
  const { pitch, formants, speed } = factors;
  if (pitch === 1 && formants === 1 && speed === 1) return `aresample=${rate}`;
  const faster = `asetrate=${Math.round(rate * formants)}`;
  const tempo = (speed / formants).toFixed(6);
  const corrected = `rubberband=tempo=${tempo}:pitch=${(pitch / formants).toFixed(6)}`;
  return `aresample=${rate},${faster},aresample=${rate},${corrected}:formant=preserved`;
}

function limit(factor: number): number {
  return Math.min(factorRange.max, Math.max(factorRange.min, factor));
}

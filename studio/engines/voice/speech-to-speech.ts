import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type {
  Engine,
  EngineContext,
  EngineDescription,
  EngineInput,
  EngineResult,
} from "#studio/engine.ts";
import { loudness } from "#studio/engines/media/operations/loudness.ts";
import { probeSound } from "#studio/engines/media/probe.ts";
import { sameSoundFormat } from "#studio/engines/media/sound.ts";
import { denoiseSound } from "#studio/engines/repair/denoise-sound.ts";
import { findSoundFormat } from "#studio/engines/sound-formats.ts";
import { choosePack } from "#studio/engines/transcription/recognise-speech.ts";
import { StudioError } from "#studio/errors.ts";
import { isInstalled } from "#studio/models/packs.ts";

import { changeVoice } from "./change-voice.ts";
import { type VoicePlan, readVoicePlan } from "./read-voice-plan.ts";
import { speakAgain } from "./speak-again.ts";

const durationSecondsMax = 3600;
const speechLufs = -16;
const recogniser = choosePack({ language: "en", task: "transcribe" });

const changer: EngineDescription = {
  name: "voice-changer",
  tier: "algorithmic",
  limitation:
    "Changes pitch and resonances of the recorded voice (Rubber Band), removes noise with RNNoise (music and other voices remain in part), and copies no person's voice",
};

/**
 * Isolates or changes the voice of a recording of up to an hour, or speaks its words again in a voice of
 * studio, also translated into English. The result has the loudness of speech (-16 LUFS).
 */
export const speechToSpeech: Engine = {
  capability: "speech-to-speech",

  async describe({ modelsFolder, ffmpegPath }) {
    const hasPack = await isInstalled(modelsFolder, recogniser);
    return {
      engine: changer,
      available: ffmpegPath !== null,
      ...(hasPack ? {} : { pack: recogniser }),
    };
  },

  validate: (request) => readVoicePlan(request).issues,

  async run(request, context): Promise<EngineResult> {
    const input = context.inputs.find(({ kind }) => kind === "audio");
    if (!input) throw new StudioError("invalid_input", "A recording is needed.");
    const { plan } = readVoicePlan(request);
    const facts = await probeSound(input, context);
    if (facts.durationSeconds > durationSecondsMax) {
      throw new StudioError("invalid_input", "A recording may have 60 minutes at most.");
    }

    const isolated: EngineInput = plan.isolates
      ? {
          kind: "audio",
          ...(await denoiseSound(input, await within(context, "isolated", [0, 0.1]))),
        }
      : input;
    const spoken = plan.respeaking
      ? await speakAgain(isolated, plan.respeaking, await within(context, "spoken", [0.1, 0.8]))
      : null;
    const changed = await changeVoice(
      spoken?.file ?? isolated,
      plan,
      facts.durationSeconds,
      await within(context, "changed", [0.8, 0.9]),
    );
    const format = findSoundFormat(request.parameters.format) ?? sameSoundFormat(input, facts);
    const output = await loudness.run(
      { lufs: speechLufs, format },
      { ...(await within(context, "level", [0.9, 1])), inputs: [changed] },
    );
    const { limitation, ...engine } = spoken?.engine ?? changer;
    return {
      engine: {
        ...engine,
        limitation: `${limitation}. Applied: ${describeSteps(plan).join(", ")}`,
      },
      outputs: [spoken ? { ...output, text: spoken.text } : output],
    };
  },
};

/** Gives a step a folder and a share of the progress. */
async function within(
  context: EngineContext,
  name: string,
  [from, to]: readonly [number, number],
): Promise<EngineContext> {
  const workFolder = join(context.workFolder, name);
  await mkdir(workFolder);
  return {
    ...context,
    workFolder,
    progress: (fraction, stage, etaSeconds) =>
      context.progress(from + (to - from) * fraction, stage, etaSeconds),
  };
}

function describeSteps({ isolates, respeaking, changes, semitones, speed }: VoicePlan): string[] {
  return [
    ...(isolates ? ["voice isolation"] : []),
    ...(respeaking ? [respeaking.translates ? "translation into English" : "another voice"] : []),
    ...changes,
    ...(semitones === null ? [] : [`${semitones > 0 ? "+" : ""}${semitones} semitones`]),
    ...(speed === 1 ? [] : [`speed ${speed}`]),
  ];
}

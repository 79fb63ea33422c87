import type { EngineContext, EngineRequest } from "#studio/engine.ts";
import { StudioError } from "#studio/errors.ts";
import { isInstalled } from "#studio/models/packs.ts";
import { useModel } from "#studio/models/use-model.ts";
import { usePack } from "#studio/models/use-pack.ts";

import type { InstalledVoices, SpeakingPlan } from "./choose-voice.ts";
import { chooseVoice, looksEnglish } from "./choose-voice.ts";
import { speakWithFlite } from "./flite.ts";
import { loadHibari } from "./hibari/hibari-voice.ts";
import { loadJoe } from "./joe-voice.ts";
import type { Sound } from "./sound.ts";

/** Fetches the neural voice when it is first used. Without it, plans one of the basic voices. */
export async function planSpeech(
  { parameters, prompt }: Pick<EngineRequest, "parameters" | "prompt">,
  context: EngineContext,
): Promise<SpeakingPlan> {
  const isEnglish = looksEnglish(prompt, parameters.language);
  const installed = await findInstalled(context.settings.modelsFolder);
  const best = chooseVoice(parameters, { ...installed, hibari: true }, isEnglish);
  if (best.voice.kind === "flite" || (await hasHibari(context))) return best;
  return chooseVoice(parameters, { hibari: false, joe: false }, isEnglish);
}

/** Time for which a failed download is not repeated, so that basic voices start at once. */
const retryAfterMs = 10 * 60 * 1000;
let retryAt = 0;

async function hasHibari(context: EngineContext): Promise<boolean> {
  if (await isInstalled(context.settings.modelsFolder, "hibari")) return true;
  if (Date.now() < retryAt) return false;
  try {
    await usePack("hibari", context);
    return true;
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    retryAt = Date.now() + retryAfterMs;
    return false;
  }
}

export async function findInstalled(modelsFolder: string): Promise<InstalledVoices> {
  const [hibari, joe] = await Promise.all([
    isInstalled(modelsFolder, "hibari"),
    isInstalled(modelsFolder, "joe"),
  ]);
  return { hibari, joe };
}

/** Speaks a sentence as one or more sounds, at the speed of the plan unless another one is given. */
export type Speaker = (text: string, speed?: number) => Promise<Sound[]>;

/** Loads the voice of a plan, in place of the model that this process has loaded before. */
export async function prepareSpeaker(plan: SpeakingPlan, context: EngineContext): Promise<Speaker> {
  const { voice, pitch } = plan;
  if (voice.kind === "flite") {
    const pitchHz = pitch === 1 ? {} : { pitchHz: voice.meanPitchHz * pitch };
    return async (text, speed = plan.speed) => [
      await speakWithFlite(text, { voice: voice.name, speed, ...pitchHz }),
    ];
  }

  context.progress(0, "loading");
  const { modelsFolder } = context.settings;
  const { hibari, joe } = await useModel(voice.kind, async () => ({
    hibari: await loadHibari(modelsFolder),
    joe: voice.kind === "joe" ? await loadJoe(modelsFolder) : undefined,
  }));
  const resonance = voice.kind === "hibari" ? voice.resonance : 1;
  let { seed } = context;
  return async (text, speed = plan.speed) => {
    const sounds: Sound[] = [];
    for (const phonemes of await hibari.phonemise(text)) {
      const sound = joe
        ? joe.speak(phonemes, { speed })
        : hibari.speak(phonemes, { speed, pitch, resonance, seed });
      sounds.push(await sound);
      seed += 1;
    }
    return sounds;
  };
}

import ort from "onnxruntime-node";
import { z } from "zod";

import { readPackFile } from "#studio/models/packs.ts";

import { sessionOptions } from "./hibari/hibari-voice.ts";
import type { Sound } from "./sound.ts";

export interface JoeVoice {
  /** Speaks phonemes of hibari's alphabet. `speed` is a factor of the voice's default speed. */
  speak(phonemes: string, manner: { readonly speed: number }): Promise<Sound>;
}

const settingsSchema = z.object({
  audio: z.object({ sample_rate: z.number() }),
  inference: z.object({ length_scale: z.number() }),
  phoneme_id_map: z.record(z.string(), z.array(z.number())),
});

/** Maps hibari's single symbols for diphthongs and affricates to the two symbols of this voice. */
const spelledOut: Readonly<Record<string, string>> = {
  A: "eɪ",
  I: "aɪ",
  O: "oʊ",
  W: "aʊ",
  Y: "ɔɪ",
  T: "ɾ",
  ʤ: "dʒ",
  ʧ: "tʃ",
  ᵊ: "ə",
  "—": ",",
  "…": ".",
  "“": "",
  "”": "",
};

/** Loads the pack `joe` (a Piper voice). Throws `engine_failed` when a file is missing or altered. */
export async function loadJoe(modelsFolder: string): Promise<JoeVoice> {
  const bytes = (file: string) => readPackFile(modelsFolder, "joe", file);
  const text = new TextDecoder().decode(await bytes("en_US-joe-medium.onnx.json"));
  const settings = settingsSchema.parse(JSON.parse(text));
  const { phoneme_id_map: ids, audio, inference } = settings;
  const session = await ort.InferenceSession.create(
    await bytes("en_US-joe-medium.onnx"),
    sessionOptions,
  );
  const idsOf = (sound: string) => ids[sound] ?? [];

  return {
    async speak(phonemes, { speed }) {
      const sounds = Array.from(phonemes, (sound) => spelledOut[sound] ?? sound).join("");
      // The voice was trained with a blank after every sound.
      const body = Array.from(sounds).flatMap((sound) => {
        const known = idsOf(sound);
        return known.length > 0 ? [...known, ...idsOf("_")] : [];
      });
      const input = [...idsOf("^"), ...idsOf("_"), ...body, ...idsOf("$")];
      const outputs = await session.run({
        input: new ort.Tensor("int64", BigInt64Array.from(input, BigInt), [1, input.length]),
        input_lengths: new ort.Tensor("int64", BigInt64Array.of(BigInt(input.length)), [1]),
        // No noise: the network takes noise from a generator that cannot be seeded.
        scales: new ort.Tensor("float32", [0, inference.length_scale / speed, 0], [3]),
      });
      const [output] = Object.values(outputs);
      return { samples: output?.data as Float32Array, sampleRate: audio.sample_rate };
    },
  };
}

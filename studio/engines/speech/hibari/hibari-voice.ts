import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import ort from "onnxruntime-node";

import { createRandom } from "#studio/engines/scene/random.ts";
import type { Sound } from "#studio/engines/speech/sound.ts";
import { readPackFile } from "#studio/models/packs.ts";

import type { Entry } from "./lexicon.ts";
import { createLexicon } from "./lexicon.ts";
import type { NormaliseTables } from "./normalise.ts";
import { createNormaliser } from "./normalise.ts";
import type { PhonemiseParts } from "./phonemise.ts";
import { phonemise } from "./phonemise.ts";
import type { UnknownWordAlphabet } from "./pronounce-unknown.ts";
import { createUnknownWordReader } from "./pronounce-unknown.ts";
import { synthesise, voiceSampleRate } from "./synthesise.ts";
import type { TaggerModel } from "./tag-words.ts";
import { createTagger } from "./tag-words.ts";
import { createTokeniser } from "./tokenise.ts";

export interface HibariVoice {
  /** Converts a sentence to phonemes, in pieces that fit into one run of the network. */
  phonemise(sentence: string): Promise<string[]>;
  /** Speaks phonemes. */
  speak(phonemes: string, manner: Manner): Promise<Sound>;
}

interface Manner {
  /** Factors of the voice's defaults. */
  readonly speed: number;
  readonly pitch: number;
  readonly resonance: number;
  /** Seeds the noise of the voice. */
  readonly seed: number;
}

const phonemesMax = 400;
// One thread: more threads slow down this small network and compete with other requests for cores.
export const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
} as const;

/** Loads the pack `hibari`. Throws `engine_failed` when a file is missing or altered. */
export async function loadHibari(modelsFolder: string): Promise<HibariVoice> {
  const bytes = (file: string) => readPackFile(modelsFolder, "hibari", file);
  const json = async <T>(file: string) =>
    JSON.parse(new TextDecoder().decode(await unpacked(file, await bytes(file)))) as T;
  const network = async (file: string) =>
    ort.InferenceSession.create(await bytes(file), sessionOptions);

  const vocabulary = await json<Record<string, number>>("vocab.json");
  const parts = await loadParts(json, await network("oov.onnx"));
  const session = await network("hibari.onnx");

  return {
    async phonemise(sentence) {
      const phonemes = await phonemise(sentence, parts);
      return phonemes === "" ? [] : cutAtClauses(phonemes);
    },

    async speak(phonemes, { speed, pitch, resonance, seed }) {
      const known = Array.from(phonemes).flatMap((sound) => vocabulary[sound] ?? []);
      const ids = BigInt64Array.from([0, ...known, 0], BigInt);
      const outputs = await session.run({
        ids: new ort.Tensor("int64", ids, [1, ids.length]),
        speed: new ort.Tensor("float32", [speed], [1]),
      });
      const output = (name: string) => outputs[name]?.data as Float32Array;
      const frames = {
        lh: output("lh"),
        theta: output("theta"),
        ln: output("ln"),
        lr: output("lr"),
        phi: output("phi"),
        f0: output("f0").map((hertz) => hertz * pitch),
      };
      const samples = synthesise(frames, { resonance, normal: normalNumbers(seed) });
      return { samples, sampleRate: voiceSampleRate };
    },
  };
}

async function unpacked(file: string, bytes: Uint8Array): Promise<Uint8Array> {
  return file.endsWith(".gz") ? promisify(gunzip)(bytes) : bytes;
}

async function loadParts(
  json: <T>(file: string) => Promise<T>,
  unknownWords: ort.InferenceSession,
): Promise<PhonemiseParts> {
  const entries = async (file: string) =>
    new Map(Object.entries(await json<Record<string, Entry>>(file)));
  const exceptions = await json<Record<string, string[]>>("tokenizer_exceptions.json");
  return {
    normalise: createNormaliser(await json<NormaliseTables>("normalize.json")),
    tokenise: createTokeniser(new Map(Object.entries(exceptions))),
    tag: createTagger(await json<TaggerModel>("tagger.json.gz")),
    lexicon: createLexicon(
      await entries("lexicon_us_gold.json.gz"),
      await entries("lexicon_us_silver.json.gz"),
    ),
    pronounceUnknown: createUnknownWordReader(
      unknownWords,
      await json<UnknownWordAlphabet>("oov.json"),
    ),
  };
}

/** Splits very long sentences after a comma, semicolon, colon or dash. */
function cutAtClauses(phonemes: string): string[] {
  if (phonemes.length <= phonemesMax) return [phonemes];
  return phonemes.split(/(?<=[,;:—])\s+/u).reduce<string[]>((pieces, clause) => {
    const last = pieces.at(-1);
    if (last === undefined || last.length + clause.length + 1 > phonemesMax) {
      return [...pieces, clause];
    }
    return [...pieces.slice(0, -1), `${last} ${clause}`];
  }, []);
}

/** Generates normally distributed numbers (Box–Muller) from a seed. */
function normalNumbers(seed: number): () => number {
  const random = createRandom(seed);
  return () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
    return radius * Math.cos(2 * Math.PI * random.next());
  };
}

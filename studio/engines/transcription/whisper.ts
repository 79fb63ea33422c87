import { setImmediate } from "node:timers/promises";
import { deflateSync } from "node:zlib";

import ort from "onnxruntime-node";
import { z } from "zod";

import { type Random, createRandom } from "#studio/engines/scene/random.ts";
import { readPackFile } from "#studio/models/packs.ts";
import { collectGarbage } from "#studio/models/use-model.ts";

import type { HeadAttention } from "./align-words.ts";
import { framesPerSecond } from "./align-words.ts";
import { computeSpectrogram, melBands, melFrames, sampleRate } from "./spectrogram.ts";
import { type Vocabulary, readVocabulary } from "./vocabulary.ts";
import type { DecodedText, Word } from "./words.ts";
import { toWords } from "./words.ts";

export interface HeardPiece {
  /** Times relative to the start of the piece. Empty without speech. */
  readonly words: readonly Word[];
  readonly language: string;
}

export interface Whisper {
  /**
   * Transcribes at most 30 s of sound, in its own language or translated into English. Without a
   * language, detects it. `seed` seeds the attempts after a text that repeats itself.
   */
  hear(
    samples: Float32Array,
    options: {
      readonly language: string | undefined;
      readonly task: "transcribe" | "translate";
      readonly seed: number;
      readonly signal: AbortSignal;
    },
  ): Promise<HeardPiece>;
}

const configSchema = z.object({
  alignment_heads: z.array(z.tuple([z.number(), z.number()])),
  lang_ids: z.array(z.number()),
  suppress_ids: z.array(z.number()),
  suppress_ids_begin: z.array(z.number()),
});

const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  // The sizes of the decoder's tensors change with each token, and each size would keep a memory plan.
  enableMemPattern: false,
} as const;

const tokensMax = 220;
const encoderFrames = 1500;
const headSize = 64;
/** A text that compresses better than this repeats itself, as the network does when it is lost. */
const compressionMax = 2.4;
/** Faster than speech: a network in a loop reaches this rate or never ends, while a recording may repeat a sentence. */
const tokensPerSecondMax = 6;
const logProbabilityMin = -1;
const silenceProbability = 0.6;
const temperatures = [0, 0.4, 0.8];

type Tensors = Record<string, ort.Tensor>;

/** Loads a Whisper pack. Throws `engine_failed` when a file is missing or altered. */
export async function loadWhisper(modelsFolder: string, pack: string): Promise<Whisper> {
  const bytes = (file: string) => readPackFile(modelsFolder, pack, file);
  const config = configSchema.parse(
    JSON.parse(new TextDecoder().decode(await bytes("config.json"))),
  );
  // Loading needs four times the memory of the network for a moment, so the larger one comes first.
  const decoder = await ort.InferenceSession.create(await bytes("decoder.onnx"), sessionOptions);
  collectGarbage();
  const encoder = await ort.InferenceSession.create(await bytes("encoder.onnx"), sessionOptions);
  const layers = decoder.inputNames.filter((name) => name.startsWith("pastKeys")).length;
  // A model of English has no language tokens in its prompt.
  const isEnglish = pack.endsWith("-en");
  const vocabulary = readVocabulary(await bytes("vocabulary.txt"), config.lang_ids);
  const start = vocabulary.special("<|startoftranscript|>");
  const noSpeech = vocabulary.special("<|nocaptions|>");
  const withoutTimes = vocabulary.special("<|notimestamps|>");

  /** Runs the decoder on further tokens. `outputs` names the results besides the cache. */
  async function step(
    tokens: readonly number[],
    past: number,
    tensors: Tensors,
    outputs: readonly string[],
  ): Promise<Tensors> {
    const count = tokens.length;
    const positions = tokens.map((_, index) => BigInt(past + index));
    const inputs = {
      ...tensors,
      tokens: new ort.Tensor("int64", BigInt64Array.from(tokens, BigInt), [1, count]),
      positions: new ort.Tensor("int64", BigInt64Array.from(positions), [count]),
      mask: createMask(count, past),
    };
    // The runtime returns the requested outputs in the order of the graph, under the names of its first ones.
    const inOrder = decoder.outputNames.filter((name) => outputs.includes(name));
    const results = Object.values(await decoder.run(inputs, inOrder));
    return Object.fromEntries(results.map((result, index) => [inOrder[index], result])) as Tensors;
  }

  const cacheOutputs = Array.from({ length: layers }, (_, layer) => [
    `keys${layer}`,
    `values${layer}`,
  ]).flat();

  /** Adds the cache that a run has returned to the tensors of the next run. */
  function keepCache(sound: Tensors, results: Tensors): Tensors {
    const cache = cacheOutputs.map((name) => [
      name.replace(/^./u, (letter) => `past${letter.toUpperCase()}`),
      results[name],
    ]);
    return { ...sound, ...(Object.fromEntries(cache) as Tensors) };
  }

  async function decode(
    prompt: readonly number[],
    sound: Tensors,
    { temperature, random, signal }: { temperature: number; random: Random; signal: AbortSignal },
  ): Promise<DecodedText> {
    const tokens: number[] = [];
    const logProbabilities: number[] = [];
    let tensors = sound;
    let next: readonly number[] = prompt;
    let past = 0;
    while (tokens.length < tokensMax) {
      await setImmediate();
      signal.throwIfAborted();
      const results = await step(next, past, tensors, ["logits", ...cacheOutputs]);
      tensors = keepCache(sound, results);
      past += next.length;
      const logits = dataOf(results["logits"]).subarray(0, vocabulary.endOfText + 1);
      const suppressed = tokens.length === 0 ? config.suppress_ids_begin : [];
      for (const id of [...config.suppress_ids, ...suppressed]) {
        if (id <= vocabulary.endOfText) logits[id] = -Infinity;
      }
      const chosen = choose(logits, temperature, random);
      if (chosen.token === vocabulary.endOfText) {
        return { tokens, logProbabilities, isEnded: true };
      }
      tokens.push(chosen.token);
      logProbabilities.push(chosen.logProbability);
      next = [chosen.token];
    }
    return { tokens, logProbabilities, isEnded: false };
  }

  async function listen(samples: Float32Array): Promise<Tensors> {
    const mel = new ort.Tensor("float32", computeSpectrogram(samples), [1, melBands, melFrames]);
    const encoded = await encoder.run({ mel });
    const heads = encoded["k0"]?.dims[1] ?? 0;
    const empty = Array.from({ length: layers }, (_, layer) => [
      [`pastKeys${layer}`, new ort.Tensor("float32", new Float32Array(), [1, heads, headSize, 0])],
      [
        `pastValues${layer}`,
        new ort.Tensor("float32", new Float32Array(), [1, heads, 0, headSize]),
      ],
    ]).flat();
    return { ...encoded, ...(Object.fromEntries(empty) as Tensors) };
  }

  /** Decodes greedily, and at higher temperatures while the network is lost or the text is improbable. */
  async function decodeReliably(
    prompt: readonly number[],
    sound: Tensors,
    { seed, seconds, signal }: { seed: number; seconds: number; signal: AbortSignal },
  ): Promise<DecodedText> {
    let best: DecodedText = { tokens: [], logProbabilities: [], isEnded: true };
    for (const temperature of temperatures) {
      const random = createRandom(seed).fork(`temperature ${temperature}`);
      const decoded = await decode(prompt, sound, { temperature, random, signal });
      const canBeSaid = decoded.isEnded && decoded.tokens.length <= seconds * tokensPerSecondMax;
      if (canBeSaid || !repeatsItself(vocabulary.decode(decoded.tokens))) {
        if (meanOf(decoded.logProbabilities) >= logProbabilityMin) return decoded;
        if (meanOf(decoded.logProbabilities) > meanOf(best.logProbabilities)) best = decoded;
      }
    }
    return best;
  }

  async function readHeads(
    prompt: readonly number[],
    { tokens }: DecodedText,
    sound: Tensors,
    soundFrames: number,
  ): Promise<HeadAttention[]> {
    const all = [...prompt, ...tokens, vocabulary.endOfText];
    const alignment = config.alignment_heads.map(([layer, head]) => ({
      output: `attention${layer}`,
      head,
    }));
    const outputs = [...new Set(alignment.map(({ output }) => output))];
    const results = await step(all, 0, sound, outputs);
    // The row of a token has the attention with which the next token was chosen.
    const rows = { from: prompt.length - 1, to: all.length - 1 };
    return alignment.map(({ output, head }) =>
      cutHead(results[output], { head, count: all.length, ...rows, frames: soundFrames }),
    );
  }

  return {
    async hear(samples, { language, task, seed, signal }) {
      const sound = await listen(samples);
      signal.throwIfAborted();
      const first = await step([start], 0, sound, ["logits"]);
      const logits = dataOf(first["logits"]);
      const heard = language ?? detectLanguage(logits, vocabulary);
      const languageToken = vocabulary.languages.get(heard);
      const spoken = isEnglish
        ? []
        : [languageToken ?? vocabulary.special("<|en|>"), vocabulary.special(`<|${task}|>`)];
      const prompt = [start, ...spoken, withoutTimes];
      const seconds = samples.length / sampleRate;
      const decoded = await decodeReliably(prompt, sound, { seed, seconds, signal });
      const isSilence =
        probabilityOf(logits, noSpeech) > silenceProbability &&
        meanOf(decoded.logProbabilities) < logProbabilityMin;
      if (decoded.tokens.length === 0 || isSilence) return { words: [], language: heard };
      const frames = Math.ceil(seconds * framesPerSecond);
      const soundFrames = Math.min(encoderFrames, Math.max(1, frames));
      const heads = await readHeads(prompt, decoded, sound, soundFrames);
      const written = task === "translate" ? "en" : heard;
      return { words: toWords(decoded, heads, { vocabulary, language: written }), language: heard };
    },
  };
}

/** Returns the numbers of a tensor of floats, of which the runtime makes a copy for each run. */
function dataOf(tensor: ort.Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error("The network returned no floats.");
  return tensor.data;
}

/** Hides later tokens from earlier ones. */
function createMask(count: number, past: number): ort.Tensor {
  const total = past + count;
  const mask = new Float32Array(count * total);
  for (let row = 0; row < count; row += 1) {
    mask.fill(-1e9, row * total + past + row + 1, (row + 1) * total);
  }
  return new ort.Tensor("float32", mask, [count, total]);
}

/** Cuts the rows and frames of one head out of [1, heads, tokens, 1500], with shares that add up to 1. */
function cutHead(
  attention: ort.Tensor | undefined,
  {
    head,
    count,
    from,
    to,
    frames,
  }: { head: number; count: number; from: number; to: number; frames: number },
): HeadAttention {
  const data = dataOf(attention);
  const shares = new Float32Array((to - from) * frames);
  for (let row = from; row < to; row += 1) {
    const start = (head * count + row) * encoderFrames;
    const part = data.subarray(start, start + frames);
    const sum = part.reduce((total, share) => total + share, 0) || 1;
    shares.set(
      part.map((share) => share / sum),
      (row - from) * frames,
    );
  }
  return { tokens: to - from, frames, shares };
}

function choose(
  logits: Float32Array,
  temperature: number,
  random: Random,
): { token: number; logProbability: number } {
  const largest = logits.reduce((max, value) => Math.max(max, value), -Infinity);
  const sumOf = (divisor: number) =>
    logits.reduce((sum, value) => sum + Math.exp((value - largest) / divisor), 0);
  const token =
    temperature === 0
      ? logits.indexOf(largest)
      : draw(logits, random.next() * sumOf(temperature), largest, temperature);
  const logProbability = (logits[token] ?? 0) - largest - Math.log(sumOf(1));
  return { token, logProbability };
}

function draw(logits: Float32Array, at: number, largest: number, temperature: number): number {
  let sum = 0;
  for (const [token, value] of logits.entries()) {
    sum += Math.exp((value - largest) / temperature);
    if (sum > at) return token;
  }
  return logits.indexOf(largest);
}

function detectLanguage(logits: Float32Array, { languages }: Vocabulary): string {
  let best = "en";
  let highest = -Infinity;
  for (const [code, token] of languages) {
    const value = logits[token] ?? -Infinity;
    if (value > highest) [best, highest] = [code, value];
  }
  return best;
}

function probabilityOf(logits: Float32Array, token: number): number {
  const largest = logits.reduce((max, value) => Math.max(max, value), -Infinity);
  const sum = logits.reduce((total, value) => total + Math.exp(value - largest), 0);
  return Math.exp((logits[token] ?? -Infinity) - largest) / sum;
}

function repeatsItself(text: string): boolean {
  const bytes = Buffer.from(text);
  return bytes.length > 0 && bytes.length / deflateSync(bytes).length > compressionMax;
}

/** The mean; −Infinity for an empty list. */
function meanOf(values: readonly number[]): number {
  if (values.length === 0) return -Infinity;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { EngineContext, EngineInput } from "../../studio/engine.ts";
import { runFfmpeg } from "../../studio/engines/ffmpeg.ts";
import { decodeWav, resample } from "../../studio/engines/speech/sound.ts";
import { textToSpeech } from "../../studio/engines/speech/text-to-speech.ts";
import { speechToText } from "../../studio/engines/transcription/speech-to-text.ts";
import { measurePitch, pitchSampleRate } from "../../studio/engines/voice/measure-pitch.ts";
import { findFfmpeg } from "../../studio/find-ffmpeg.ts";
import { ensureModels } from "../../studio/models/ensure-models.ts";
import { defaultModelsFolder } from "../../studio/models/packs.ts";
import { spokenPrompts } from "./spoken-prompts.ts";

/**
 * Process: speaks the texts of spoken-prompts.ts, lets Whisper read them back, and writes speech.json next to it.
 * The larger network (`base`) listens, because it is not the one that studio uses for English.
 */
const listener = "whisper-base";
// oxlint-disable-next-line node/no-process-env -- ffmpeg may be on the path
const ffmpegPath = findFfmpeg(null, process.env["PATH"] ?? "");
if (ffmpegPath === null) throw new Error("ffmpeg is needed.");
const { missing } = await ensureModels({
  folder: defaultModelsFolder,
  log: (line) => console.log(line),
  ids: ["hibari", listener],
});
if (missing.length > 0) throw new Error("The packs are needed.");

const numbers = "zero one two three four five six seven eight nine ten".split(" ");
const spoken = [];
for (const { text, gender } of spokenPrompts) {
  const workFolder = await mkdtemp(join(tmpdir(), "studio-speech-"));
  const parameters = gender === undefined ? {} : { voice: { gender } };
  const { outputs } = await textToSpeech.run(
    { capability: "text-to-speech", model: "studio-voice", prompt: text, parameters },
    contextOf(workFolder, []),
  );
  const path = outputs[0]?.path ?? "";
  const heard = await listen(path, workFolder);
  const sound = decodeWav(await readFile(path));
  const samples = Int16Array.from(
    resample(sound, pitchSampleRate).samples,
    (sample) => sample * 32_767,
  );
  spoken.push({
    text,
    gender: gender ?? "female",
    heard,
    wordErrors: countErrors(toWords(text), toWords(heard)),
    words: toWords(text).length,
    pitchHz: Math.round(measurePitch(samples) ?? 0),
    peak: Number(
      sound.samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0).toFixed(2),
    ),
    lufs: await measureLoudness(path),
  });
  console.log(spoken.at(-1));
  await rm(workFolder, { recursive: true });
}
const target = fileURLToPath(new URL("speech.json", import.meta.url));
await writeFile(target, `${JSON.stringify(spoken, null, 2)}\n`);

function contextOf(workFolder: string, inputs: readonly EngineInput[]): EngineContext {
  return {
    seed: 7,
    inputs,
    workFolder,
    settings: { modelsFolder: defaultModelsFolder, ffmpegPath },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
}

async function listen(path: string, workFolder: string): Promise<string> {
  const { outputs } = await speechToText.run(
    {
      capability: "speech-to-text",
      model: "studio-transcribe",
      prompt: "",
      parameters: { language: "und" },
    },
    contextOf(workFolder, [{ kind: "audio", path, contentType: "audio/wav" }]),
  );
  return outputs[0]?.text?.trim() ?? "";
}

/** Lists words as they sound: Whisper writes numbers as digits, and "10:15 a.m." as "1015 AM". */
function toWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll(/(?<=\d)[.:,](?=\d)|(?<=\b[a-z])\.(?=[a-z]\b)/gu, "")
    .replaceAll(/\ba hundred\b/gu, "100");
  const words = plain.match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.map((word) => (numbers.includes(word) ? `${numbers.indexOf(word)}` : word));
}

/** Words to replace, insert or delete (Levenshtein). */
function countErrors(expected: readonly string[], heard: readonly string[]): number {
  let row = [...Array(heard.length + 1).keys()];
  for (const [index, word] of expected.entries()) {
    const next = [index + 1];
    for (const [place, other] of heard.entries()) {
      next.push(
        Math.min(
          (next[place] ?? 0) + 1,
          (row[place + 1] ?? 0) + 1,
          (row[place] ?? 0) + (word === other ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

async function measureLoudness(path: string): Promise<number> {
  const report = await runFfmpeg(
    ["-i", path, "-af", "ebur128=framelog=verbose", "-f", "null", "-"],
    { ffmpegPath: ffmpegPath ?? "", signal: new AbortController().signal },
  );
  const summary = report.text.slice(report.text.lastIndexOf("Summary:"));
  return Number(/\bI:\s+(-?[\d.]+) LUFS/u.exec(summary)?.[1] ?? Number.NaN);
}

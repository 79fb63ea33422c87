import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { EngineContext, EngineInput, EngineOutput, EngineRequest } from "#studio/engine.ts";
import { loudness } from "#studio/engines/media/operations/loudness.ts";
import { probeSound } from "#studio/engines/media/probe.ts";
import { readMono } from "#studio/engines/media/read-mono.ts";
import { filterSound, sameSoundFormat } from "#studio/engines/media/sound.ts";
import { findSoundFormat } from "#studio/engines/sound-formats.ts";

import { denoiseSound } from "./denoise-sound.ts";
import { fillDropouts } from "./fill-dropouts.ts";
import { type Remedy, type RepairCapability, readRemedies, remediesOf } from "./remedies.ts";
import type { Repaired } from "./repair-image.ts";
import { rewriteSound } from "./rewrite-sound.ts";

/** Sample rate and length of the sound in which mains hum is looked for. */
const humRate = 2000;
const humSecondsMax = 20;
const harmonics = 8;
/** Energy at mains frequencies compared with the frequencies next to them. */
const humRatioMin = 8;

/** Repairs a recording in pieces, through lossless files between the steps. */
export async function repairSound(
  file: EngineInput,
  request: EngineRequest,
  capability: RepairCapability,
  context: EngineContext,
): Promise<Repaired> {
  const facts = await probeSound(file, context);
  const named = readRemedies(request, capability, "audio");
  const mains = await findHum(file, context);
  const wanted = named.length > 0 ? named : remediesOf[capability].audio;
  // Without hum, the filters would only thin the sound out.
  const applied = wanted.filter(
    (remedy) =>
      (remedy !== "hum" || mains !== null) && (remedy !== "resample" || named.includes("resample")),
  );
  const format = findSoundFormat(request.parameters.format) ?? sameSoundFormat(file, facts);
  const has = (remedy: Remedy) => applied.includes(remedy);

  const filters = [
    has("declick") ? "adeclick=t=4:b=4" : "",
    has("hum") && mains !== null ? humFilter(mains) : "",
  ].filter((filter) => filter !== "");
  let current: EngineInput = file;
  const keep = ({ path, contentType }: EngineOutput) => {
    current = { kind: "audio", path, contentType };
  };
  const within = async (name: string) => {
    const workFolder = join(context.workFolder, name);
    await mkdir(workFolder);
    return { ...context, workFolder };
  };
  let gaps = 0;
  if (has("dropouts")) {
    context.progress(0.2, "filling dropouts");
    const fill = (samples: AsyncIterable<Int16Array>) => fillDropouts(samples, () => (gaps += 1));
    const filled = await rewriteSound(current, fill, await within("filled"));
    if (gaps > 0) keep(filled);
  }
  if (filters.length > 0) {
    keep(
      await filterSound(
        current,
        { filter: filters.join(","), format: "flac" },
        await within("filtered"),
      ),
    );
  }
  if (has("denoise")) keep(await denoiseSound(current, await within("denoised")));
  if (has("level")) {
    keep(
      await loudness.run(
        { lufs: -16, format: "flac" },
        { ...(await within("level")), inputs: [current] },
      ),
    );
  }
  const rate = has("resample") ? readRate(request.prompt) : null;
  const output = await filterSound(
    current,
    {
      filter: rate === null ? "anull" : `aresample=${rate}`,
      format,
      seconds: facts.durationSeconds,
    },
    context,
  );
  // Nothing is filled where no gap was found.
  return { output, applied: applied.filter((remedy) => remedy !== "dropouts" || gaps > 0) };
}

function humFilter(mains: number): string {
  return Array.from(
    { length: harmonics },
    (_, index) => `bandreject=f=${mains * (index + 1)}:width_type=h:w=4`,
  ).join(",");
}

const rates = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/** Returns the usual sample rate nearest to the one that a text names; 48 kHz without one. */
function readRate(text: string): number {
  const match = /(\d+(?:\.\d+)?) ?(k?)hz/iu.exec(text);
  const hertz = match ? Number(match[1]) * (match[2] === "" ? 1 : 1000) : 48_000;
  return (
    rates.toSorted((left, right) => Math.abs(left - hertz) - Math.abs(right - hertz))[0] ?? 48_000
  );
}

/** Returns 50 or 60 when the recording has mains hum of this frequency, else null. */
async function findHum(file: EngineInput, context: EngineContext): Promise<number | null> {
  const samples = await readMono(file, { rate: humRate, seconds: humSecondsMax }, context);
  const ratioOf = (mains: number) => {
    const at = (hertz: number) => Math.sqrt(energyAt(samples, hertz));
    const beside = (at(mains - 7) + at(mains + 7) + at(mains * 2 - 7) + at(mains * 2 + 7)) / 2;
    return (at(mains) + at(mains * 2)) / Math.max(1, beside);
  };
  const [fifty, sixty] = [ratioOf(50), ratioOf(60)];
  if (Math.max(fifty, sixty) < humRatioMin) return null;
  return fifty > sixty ? 50 : 60;
}

/** Energy of one frequency (Goertzel). */
function energyAt(samples: Int16Array, hertz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / humRate);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + factor * last - before];
  return (last * last + before * before - factor * last * before) / Math.max(1, samples.length);
}

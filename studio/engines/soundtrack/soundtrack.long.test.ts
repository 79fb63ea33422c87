import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineContext, GenerationParameters } from "#studio/engine.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import { textToVideo } from "#studio/engines/scene/text-to-video.ts";
import { findFfmpeg } from "#studio/find-ffmpeg.ts";

import { ambienceNames } from "./ambience-words.ts";
import { composeMusic, readMusic } from "./compose-music.ts";
import { instrumentNames, instruments } from "./instruments.ts";
import { makeAmbience } from "./make-ambience.ts";
import { readSoundtrack } from "./read-soundtrack.ts";

let folder: string;
const ffmpegPath = findFfmpeg(null, process.env["PATH"] ?? "") ?? "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "soundtrack-"));
});
afterAll(() => rm(folder, { recursive: true }));

const silent = { ofScene: false, ambience: [], music: null, speech: null };

test.each([
  ["a fox in the snow", { rest: "a fox in the snow", wish: silent }],
  ["a campfire at night, with sound", { rest: "a campfire at night", wish: { ofScene: true } }],
  [
    "a boat at sea with calm piano music and the sound of waves",
    {
      rest: "a boat at sea",
      wish: {
        ofScene: false,
        ambience: ["waves"],
        music: { mood: "calm", instruments: ["piano"], hasDrums: false },
      },
    },
  ],
  [
    "a lighthouse with thunder sounds",
    { rest: "a lighthouse", wish: { ofScene: false, ambience: ["thunder"] } },
  ],
  [
    "a knight, epic orchestral music",
    { rest: "a knight", wish: { music: { mood: "epic", instruments: ["strings"] } } },
  ],
  [
    "a market with happy music with a flute and drums",
    {
      rest: "a market",
      wish: { music: { mood: "happy", instruments: ["flute"], hasDrums: true } },
    },
  ],
  [
    "a city at night, lo-fi music in the background",
    { rest: "a city at night", wish: { music: { instruments: ["piano"], hasDrums: true } } },
  ],
  [
    "a fox with music",
    { rest: "a fox", wish: { music: { mood: "calm", instruments: ["piano"] } } },
  ],
  [
    'a fox, a male voice says "The fox waits."',
    { rest: "a fox", wish: { speech: { text: "The fox waits.", gender: "male" } } },
  ],
  ['a shop sign that says "OPEN"', { rest: 'a shop sign that says "OPEN"', wish: silent }],
  ["a silent forest without music", { rest: "a forest", wish: silent }],
])("reads what is heard of “%s”", (prompt, expected) => {
  expect(readSoundtrack(prompt, undefined)).toMatchObject(expected);
});

test("the parameter decides over the prompt", () => {
  expect(readSoundtrack("waves with sound", false)).toEqual({ rest: "waves", wish: silent });
  expect(readSoundtrack("waves", true).wish.ofScene).toBe(true);
});

test("reads a long prompt of broken phrases", () => {
  const prompt = `${'a voice "'.repeat(2000)}${"with sound of ".repeat(2000)}`.slice(0, 20_000);

  expect(readSoundtrack(prompt, undefined).rest.length).toBeLessThanOrEqual(20_000);
}, 2000);

test.each(ambienceNames)("%s is heard, does not clip, and repeats with the same seed", (name) => {
  const samples = makeAmbience([name], 3, createRandom(5));

  expect(makeAmbience([name], 3, createRandom(5))).toEqual(samples);
  expect(rms(samples)).toBeGreaterThan(0.01);
  expect(samples.every((sample) => Math.abs(sample) < 3)).toBe(true);
});

test.each(["calm", "happy", "sad", "epic", "tense"] as const)(
  "%s music sounds on both sides from the first second to the last",
  (mood) => {
    const { left, right } = composeMusic(readMusic(mood), 6, createRandom(5));

    for (const side of [left, right]) {
      for (let second = 0; second < 6; second += 1) {
        expect(rms(side.subarray(second * 44_100, (second + 1) * 44_100))).toBeGreaterThan(0.02);
      }
    }
    expect(left).not.toEqual(right);
  },
);

test.each(instrumentNames)(
  "the %s plays the pitch that is asked for, and does not click",
  (name) => {
    const hertz = 220;
    const note = instruments[name].play(hertz, 1, createRandom(5));

    // These two sound an octave higher, as the instruments do.
    const expected = name === "bells" || name === "flute" ? hertz * 2 : hertz;
    const strengths = [expected, expected * 1.06, expected / 1.06].map((each) =>
      strengthOf(note, each),
    );
    expect(strengths[0]).toBeGreaterThan(3 * Math.max(...strengths.slice(1)));
    expect(Math.abs(note.at(-1) ?? 1)).toBeLessThan(0.05);
  },
);

test("instruments sit at different places, drums in the middle", () => {
  const wish = { mood: "calm", instruments: ["piano", "flute"], hasDrums: true } as const;
  const both = composeMusic(wish, 3, createRandom(5));
  const piano = composeMusic(
    { ...wish, instruments: ["piano"], hasDrums: false },
    3,
    createRandom(5),
  );

  expect(rms(piano.left)).toBeGreaterThan(1.15 * rms(piano.right));
  expect(rms(both.left) / rms(both.right)).toBeLessThan(1.15);
});

test("a film with sound has a track of its length, names what is heard, and repeats", async () => {
  const prompt = "a sailboat at sea with happy music and the sound of waves";
  const first = await film(prompt, { durationSeconds: 2 });
  const second = await film(prompt, { durationSeconds: 2 });

  expect(first.limitation).toContain(
    "Sound: synthesized waves; happy music of synthesized guitar, drums and a pad; nothing was recorded",
  );
  expect(first.hash).toBe(second.hash);
  expect(first.report).toMatch(/Duration: 00:00:02\.0/u);
  expect(first.report).toMatch(/Audio: aac/u);
  expect(first.meanVolume).toBeGreaterThan(-35);
  expect(first.maxVolume).toBeLessThan(-0.5);
});

test("a film without a word on sound has no track", async () => {
  const { report, limitation } = await film("a fox in the snow", { durationSeconds: 1 });

  expect(report).not.toMatch(/Audio:/u);
  expect(limitation).toContain("No sound");
});

test("a film lasts as long as its voice, and words that are longer than the film are refused", async () => {
  const words = "Nobody has seen the fox for many days, and the snow keeps falling on the hills.";
  const prompt = `a fox in the snow, a male voice says "${words}"`;

  const { report } = await film(prompt, {});

  const seconds = Number(/Duration: 00:00:(\d+\.\d+)/u.exec(report)?.[1]);
  expect(seconds).toBeGreaterThan(4.2);
  await expect(film(prompt, { durationSeconds: 2 })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(/take \d seconds, the film at most 2/u),
  });
});

/** Strength of one frequency in the first half second (Goertzel, 1958). */
function strengthOf(samples: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (let index = 0; index < 22_050; index += 1) {
    const angle = (index * hertz * Math.PI * 2) / 44_100;
    real += (samples[index] ?? 0) * Math.cos(angle);
    imaginary += (samples[index] ?? 0) * Math.sin(angle);
  }
  return Math.hypot(real, imaginary);
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

async function film(prompt: string, parameters: GenerationParameters) {
  const workFolder = await mkdtemp(join(folder, "work-"));
  const context: EngineContext = {
    seed: 3,
    inputs: [],
    workFolder,
    settings: { modelsFolder: join(folder, "no-models"), ffmpegPath },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const { engine, outputs } = await textToVideo.run(
    {
      capability: "text-to-video",
      model: "studio-video",
      prompt,
      parameters: { width: 160, height: 128, fps: 8, ...parameters },
    },
    context,
  );
  const path = outputs[0]?.path ?? "";
  const measure = ["-hide_banner", "-i", path, "-af", "volumedetect", "-f", "null", "-"];
  const report = spawnSync(ffmpegPath, measure, { encoding: "utf8" }).stderr;
  const volume = (name: string) =>
    Number(new RegExp(`${name}_volume: (-?[\\d.]+) dB`, "u").exec(report)?.[1]);
  return {
    report,
    limitation: engine.limitation,
    hash: createHash("sha256")
      .update(await readFile(path))
      .digest("hex"),
    meanVolume: volume("mean"),
    maxVolume: volume("max"),
  };
}

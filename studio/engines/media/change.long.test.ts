import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { EngineInput, EngineOutput } from "#studio/engine.ts";

import {
  type MediaSamples,
  createMediaSamples,
  h264,
  testVideo,
  toInput,
  tone,
} from "./media-samples.ts";
import { lookNames } from "./operations/grade.ts";

/** Operations that change the time, the frames or the sound of one video. */
let samples: MediaSamples;
let video: EngineInput;
let recording: EngineInput;
let picture: EngineInput;
let shaky: EngineInput;

beforeAll(async () => {
  samples = createMediaSamples();
  const sound = [
    "-f",
    "lavfi",
    "-i",
    "sine=frequency=300:duration=2",
    "-af",
    "volume='min(t,1)':eval=frame",
  ];
  video = await samples.make("video.mp4", "video/mp4", ...testVideo(2), ...sound, ...h264);
  recording = await samples.make(
    "tone.wav",
    "audio/wav",
    ...tone(2),
    "-af",
    "volume='t/2':eval=frame",
  );
  const frame = [...testVideo(1, "320x180"), "-frames:v", "1"];
  picture = await samples.make("picture.png", "image/png", ...frame);
  const shake = "crop=256:144:x='32+9*sin(n*2.1)':y='18+7*cos(n*1.7)'";
  const still = ["-loop", "1", "-framerate", "24", "-t", "2", "-i", picture.path];
  shaky = await samples.make("shaky.mp4", "video/mp4", ...still, "-vf", shake, ...h264);
});
afterAll(() => samples.remove());

test("cuts a part out of a video and of a recording", async () => {
  const rest = await samples.run("cut", [video], { startSeconds: 0.5, endSeconds: 1.5 });
  const sound = await samples.run("cut", [recording], { endSeconds: 0.5 });

  expect(rest.durationSeconds).toBeCloseTo(1, 1);
  expect(sound.durationSeconds).toBeCloseTo(1.5, 2);
  expect(await differenceAt(rest, 0.75, video, 1.75)).toBeLessThan(6);
  await expect(samples.run("cut", [video], { endSeconds: 9 })).rejects.toThrow("removes all of it");
});

test("turns and mirrors images and videos alike", async () => {
  const change = { degrees: 90, flip: "horizontal" };
  const turned = await samples.run("rotate", [video], change);
  const still = await samples.run("rotate", [picture], change);

  expect(turned).toMatchObject({ width: 90, height: 160 });
  expect(still).toMatchObject({ width: 180, height: 320 });
  const [corner] = await sharp(still.path)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const [source] = await sharp(picture.path)
    .extract({ left: 319, top: 179, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  expect(corner).toBe(source);
});

test("plays a video and its sound backwards", async () => {
  const back = await samples.run("reverse", [video]);
  const sound = await samples.run("reverse", [recording]);

  expect(back.durationSeconds).toBeCloseTo(2, 1);
  expect(await differenceAt(back, 0, video, 1.95)).toBeLessThan(6);
  expect(await differenceAt(back, 1.95, video, 0)).toBeLessThan(6);
  expect(await levelOf(sound.path, 0, 0.5)).toBeGreaterThan(
    (await levelOf(sound.path, 1.5, 2)) + 6,
  );
  expect(await levelOf(back.path, 0, 0.5)).toBeGreaterThan((await levelOf(back.path, 1.5, 2)) + 6);
});

test("fades image and sound to a colour", async () => {
  const faded = await samples.run("fade", [video], { outSeconds: 0.5, color: "white" });
  const end = await samples.run("frame", [toInput(faded)], { at: "last" });

  expect(Math.min(...(await meanOf(end)))).toBeGreaterThan(220);
  expect(await levelOf(faded.path, 1.9, 2)).toBeLessThan((await levelOf(faded.path, 1, 1.5)) - 10);
});

test("changes the volume, and removes the sound of a video", async () => {
  const quiet = await samples.run("volume", [recording], { factor: 0.5 });
  const silent = await samples.run("volume", [video], { factor: 0 });

  expect(await levelOf(quiet.path, 0, 2)).toBeCloseTo((await levelOf(recording.path, 0, 2)) - 6, 0);
  expect(await samples.describe(silent.path)).not.toContain("Audio:");
});

test("grades to black and white, and brightens", async () => {
  const grey = await samples.run("grade", [video], { look: "blackAndWhite" });
  const bright = await samples.run("grade", [video], { brightness: 1.6 });

  const [red = 0, green = 0, blue = 0] = await meanOf(await samples.run("frame", [toInput(grey)]));
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(3);
  const before = await meanOf(await samples.run("frame", [video]));
  const after = await meanOf(await samples.run("frame", [toInput(bright)]));
  expect(after[1]).toBeGreaterThan((before[1] ?? 0) + 10);
});

test("every look is a filter that ffmpeg knows", async () => {
  const short = await samples.run("trim", [video], { endSeconds: 0.1 });
  for (const look of lookNames.filter((name) => name !== "none")) {
    const made = await samples.run("grade", [toInput(short)], { look });
    expect(made.contentType).toBe("video/mp4");
  }
}, 60_000);

test("steadies a shaking camera, with the same bytes each time", async () => {
  const steady = await samples.run("stabilize", [shaky]);
  const again = await samples.run("stabilize", [shaky]);

  expect(again.sha256).toBe(steady.sha256);
  expect(await motionOf(steady.path)).toBeLessThan((await motionOf(shaky.path)) / 2);
});

test("shows a video in the corner of another", async () => {
  const blue = await samples.make(
    "blue.mp4",
    "video/mp4",
    "-f",
    "lavfi",
    "-i",
    "color=blue:size=80x80:rate=24:duration=1",
    ...h264,
  );

  const both = await samples.run("overlay", [video, blue], { position: "topLeft", scale: 0.3 });

  expect(both.durationSeconds).toBeCloseTo(2, 1);
  const cornerAt = async (at: number) => {
    const { path } = await samples.run("frame", [toInput(both)], { at });
    const place = { left: 16, top: 16, width: 1, height: 1 };
    return Array.from(await sharp(path).extract(place).removeAlpha().raw().toBuffer());
  };
  const [red = 255, , blueness = 0] = await cornerAt(0.5);
  expect(red).toBeLessThan(40);
  expect(blueness).toBeGreaterThan(200);
  const [, , later = 255] = await cornerAt(1.5);
  expect(later).toBeLessThan(200);
});

async function meanOf({ path }: EngineOutput): Promise<number[]> {
  const { channels } = await sharp(path).removeAlpha().stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}

async function differenceAt(
  left: EngineOutput,
  leftAt: number,
  right: EngineInput,
  rightAt: number,
): Promise<number> {
  const one = await samples.run("frame", [toInput(left)], { at: leftAt });
  const other = await samples.run("frame", [right], { at: rightAt });
  const pixels = ({ path }: EngineOutput) => sharp(path).removeAlpha().raw().toBuffer();
  const [before, after] = [await pixels(one), await pixels(other)];
  const total = before.reduce(
    (sum, value, index) => sum + Math.abs(value - (after[index] ?? 0)),
    0,
  );
  return total / before.length;
}

/** Mean volume of a part of the sound, in decibels. */
async function levelOf(path: string, start: number, end: number): Promise<number> {
  const text = await samples.describe(path, "-af", `atrim=${start}:${end},volumedetect`);
  return Number(/mean_volume: (-?[\d.]+) dB/u.exec(text)?.[1]);
}

/** Mean difference between frames that follow each other. */
async function motionOf(path: string): Promise<number> {
  const filter = "tblend=all_mode=difference,signalstats,metadata=print:key=lavfi.signalstats.YAVG";
  const text = await samples.describe(path, "-an", "-vf", filter);
  const values = [...text.matchAll(/YAVG=([\d.]+)/gu)].map(([, value]) => Number(value)).slice(1);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

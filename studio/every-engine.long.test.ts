import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Capability, type InputKind, capabilities } from "#studio/capability.ts";
import { ensureModels } from "#studio/models/ensure-models.ts";
import { defaultModelsFolder } from "#studio/models/packs.ts";

import {
  type GenerationView,
  isFinal,
  type RunningStudio,
  startStudio,
  stopStudio,
  uploadInput,
} from "./running-studio.ts";

/** Guarantees of all sixteen engines, on one server: same request, same bytes; a quick cancellation; clear refusals. */
interface Work {
  readonly prompt?: string;
  /** Names of `files`, by their kinds. */
  readonly inputs?: Partial<Record<InputKind, string>>;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const folder = mkdtempSync(join(tmpdir(), "studio-engines-"));
const astronaut = fileURLToPath(new URL("engines/vision/fixtures/astronaut.webp", import.meta.url));
let studio: RunningStudio;
/** Hashes of the uploaded files. */
const files = new Map<string, string>();

beforeAll(async () => {
  const ids = ["hibari", "u2netp", "mtcnn", "ppocr-v4", "whisper-tiny-en"];
  const { missing } = await ensureModels({
    folder: defaultModelsFolder,
    log: () => undefined,
    ids,
  });
  expect(missing).toEqual([]);
  studio = await startStudio(folder, { STUDIO_MODELS_DIR: defaultModelsFolder });
  const portrait = sharp(astronaut)
    .resize(300)
    .extend({ left: 50, right: 50, top: 40, background: "#8fb0c8" });
  await upload("portrait", await portrait.png().toBuffer());
  const large = portrait.clone().png().toBuffer();
  await upload(
    "large portrait",
    await sharp(await large)
      .resize(2000)
      .jpeg()
      .toBuffer(),
  );
  await upload(
    "picture",
    await sharp(await large)
      .resize(160, 150)
      .png()
      .toBuffer(),
  );
  await upload("thumbnail", await sharp(astronaut).resize(48).png().toBuffer());
  await upload("stamp", await sharp(astronaut).resize(480).png().toBuffer());
  await upload("mask", await boxMask(160, 150));
  await upload("film", await fileOf("text-to-video"));
  const speech = await fileOf("text-to-speech");
  await upload("speech", speech);
  await upload("long speech", repeatWav(speech, 60));
}, 300_000);

afterAll(async () => {
  await stopStudio(studio, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

async function boxMask(width: number, height: number): Promise<Buffer> {
  const spot = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "#000" } })
    .composite([{ input: spot, left: 10, top: 20 }])
    .png()
    .toBuffer();
}

/** Plays a WAV file with a header of 44 bytes several times. */
function repeatWav(wav: Uint8Array, times: number): Buffer {
  const header = Buffer.from(wav.subarray(0, 44));
  const samples = wav.subarray(44);
  header.writeUInt32LE(36 + samples.length * times, 4);
  header.writeUInt32LE(samples.length * times, 40);
  return Buffer.concat([header, ...Array.from({ length: times }, () => samples)]);
}

async function upload(name: string, bytes: Uint8Array): Promise<void> {
  files.set(name, await uploadInput(studio.url, bytes));
}

let submissions = 0;

async function submit(capability: Capability, { prompt, inputs = {}, parameters }: Work) {
  submissions += 1;
  const response = await fetch(`${studio.url}/v1/generations`, {
    method: "POST",
    headers: { "idempotency-key": String(submissions) },
    body: JSON.stringify({
      model: "studio",
      capability,
      prompt,
      inputs: Object.entries(inputs).map(([kind, name]) => ({ kind, sha256: files.get(name) })),
      parameters,
    }),
  });
  return { status: response.status, view: (await response.json()) as GenerationView };
}

async function waitFor(
  id: string,
  isReached: (view: GenerationView) => boolean,
): Promise<GenerationView> {
  for (;;) {
    const view = (await (
      await fetch(`${studio.url}/v1/generations/${id}`)
    ).json()) as GenerationView;
    if (isReached(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function run(capability: Capability, work: Work): Promise<GenerationView> {
  const { status, view } = await submit(capability, work);
  expect([status, view.error]).toEqual([202, null]);
  return waitFor(view.id, isFinal);
}

/** Results of the small requests, which several tests use. */
const made = new Map<Capability, GenerationView>();

async function runSmall(capability: Capability): Promise<GenerationView> {
  const view = made.get(capability) ?? (await run(capability, small[capability]));
  made.set(capability, view);
  return view;
}

async function fileOf(capability: Capability): Promise<Uint8Array> {
  const { outputs } = await runSmall(capability);
  const response = await fetch(`${studio.url}${outputs[0]?.path}`);
  return new Uint8Array(await response.arrayBuffer());
}

const tale =
  "The old lighthouse stood on a rock far out at sea, and nobody had lived there. ".repeat(20);
const tinyFilm = { width: 128, height: 128, durationSeconds: 1, fps: 8 };

/** A request of each engine that takes little time. */
const small: Readonly<Record<Capability, Work>> = {
  "text-to-image": { prompt: "a fox in the snow", parameters: { width: 96, height: 64 } },
  "image-to-image": { prompt: "blur the background", inputs: { image: "picture" } },
  inpainting: { prompt: "remove it", inputs: { image: "picture", mask: "mask" } },
  "text-to-video": {
    prompt: "a fox runs in the snow with the sound of wind and calm music",
    parameters: tinyFilm,
  },
  "image-to-video": { prompt: "orbit", inputs: { image: "picture" }, parameters: tinyFilm },
  "video-editing": { prompt: "reverse it and make it black and white", inputs: { video: "film" } },
  "text-to-speech": { prompt: "Good morning everybody." },
  "speech-to-text": { inputs: { audio: "speech" }, parameters: { format: "json" } },
  "speech-to-speech": { prompt: "make it deeper", inputs: { audio: "speech" } },
  upscaling: { inputs: { image: "thumbnail" }, parameters: { scale: 2 } },
  enhancement: { prompt: "denoise it", inputs: { image: "picture" } },
  restoration: { prompt: "remove scratches", inputs: { image: "picture" } },
  "lip-sync": { inputs: { image: "portrait", audio: "speech" } },
  "text-to-3d": { prompt: "a coffee mug" },
  "image-to-3d": { inputs: { image: "picture" } },
  "vision-analysis": { prompt: "describe it", inputs: { image: "picture" } },
};

/** A request of each engine that takes far longer than a cancellation may. */
const largeFilm = { width: 1920, height: 1080, durationSeconds: 10, fps: 30 };
const long: Readonly<Record<Capability, Work>> = {
  "text-to-image": {
    prompt: "oil painting of a market",
    parameters: { width: 2048, height: 2048, count: 4 },
  },
  "image-to-image": { prompt: "oil painting", inputs: { image: "large portrait" } },
  inpainting: { prompt: "remove the person", inputs: { image: "large portrait" } },
  "text-to-video": { prompt: "oil painting of a fox", parameters: largeFilm },
  "image-to-video": { inputs: { image: "large portrait" }, parameters: largeFilm },
  "video-editing": {
    inputs: { video: "film" },
    parameters: {
      operations: [
        { operation: "resize", parameters: { width: 1920, height: 1920 } },
        { operation: "speed", parameters: { factor: 0.25 } },
        { operation: "stabilize" },
        { operation: "reverse" },
        { operation: "stabilize" },
      ],
    },
  },
  "text-to-speech": { prompt: tale.repeat(2) },
  "speech-to-text": { inputs: { audio: "long speech" } },
  "speech-to-speech": { prompt: "re-voice", inputs: { audio: "long speech" } },
  upscaling: { inputs: { image: "stamp" }, parameters: { scale: 4 } },
  enhancement: { prompt: "denoise and deblur it", inputs: { image: "large portrait" } },
  restoration: {
    prompt: "remove scratches and JPEG artifacts",
    inputs: { image: "large portrait" },
  },
  "lip-sync": { inputs: { image: "portrait", audio: "long speech" } },
  "text-to-3d": { prompt: "eight bicycles and eight motorcycles" },
  "image-to-3d": { inputs: { image: "large portrait" } },
  "vision-analysis": { prompt: "describe it", inputs: { image: "large portrait" } },
};

test.each(capabilities)(
  "%s produces the same bytes for the same request",
  async (capability) => {
    const first = await runSmall(capability);
    const second = await run(capability, small[capability]);

    expect([first.error, first.status]).toEqual([null, "succeeded"]);
    expect(first.outputs.length).toBeGreaterThan(0);
    const hashesOf = ({ outputs }: GenerationView) => outputs.map(({ sha256 }) => sha256);
    expect(hashesOf(second)).toEqual(hashesOf(first));
  },
  60_000,
);

test.each(capabilities)(
  "%s is canceled within two seconds",
  async (capability) => {
    const { view } = await submit(capability, long[capability]);
    await waitFor(view.id, (now) => isFinal(now) || !["queued", "starting"].includes(now.stage));
    const start = performance.now();
    const response = await fetch(`${studio.url}/v1/generations/${view.id}/cancel`, {
      method: "POST",
    });
    expect(await response.json()).toMatchObject({ status: "canceled" });
    for (;;) {
      const health = (await (await fetch(`${studio.url}/health`)).json()) as { running: number };
      if (health.running === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }

    // Two seconds for the engine, and a margin for killing the process of one that does not stop.
    expect(performance.now() - start).toBeLessThan(2500);
  },
  60_000,
);

describe("broken and hostile files", () => {
  const inputsOf: Partial<Record<Capability, readonly InputKind[]>> = {
    "image-to-image": ["image"],
    inpainting: ["image"],
    "image-to-video": ["image"],
    "video-editing": ["video"],
    "speech-to-text": ["audio", "video"],
    "speech-to-speech": ["audio"],
    upscaling: ["image", "video"],
    enhancement: ["image", "video", "audio"],
    restoration: ["image", "video", "audio"],
    "lip-sync": ["image", "video", "audio"],
    "image-to-3d": ["image"],
    "vision-analysis": ["image"],
  };
  const broken: Readonly<Record<"image" | "video" | "audio", readonly string[]>> = {
    image: ["cut-off image", "bomb image", "noise image"],
    video: ["cut-off video", "noise video"],
    audio: ["noise audio", "endless audio"],
  };
  const rows = Object.entries(inputsOf).flatMap(([capability, kinds]) =>
    kinds.flatMap((kind) =>
      broken[kind as keyof typeof broken].map((file) => ({
        capability: capability as Capability,
        kind,
        file,
      })),
    ),
  );

  beforeAll(async () => {
    const picture = await sharp(astronaut).resize(200).png().toBuffer();
    const film = await fileOf("text-to-video");
    const noise = Buffer.alloc(5000, "not a media file ");
    await upload("cut-off image", picture.subarray(0, 200));
    await upload("bomb image", pngOfSize(60_000, 60_000));
    await upload("noise image", Buffer.concat([picture.subarray(0, 60), noise]));
    await upload("cut-off video", film.subarray(0, Math.floor(film.length / 3)));
    await upload("noise video", Buffer.concat([film.subarray(0, 32), noise]));
    await upload("noise audio", Buffer.concat([Buffer.from("ID3\u0003"), noise]));
    await upload("endless audio", wavOfLength(0xffff_ff00, 0));
  });

  test.each(rows)(
    "$capability refuses a $file",
    async ({ capability, kind, file }) => {
      const work = small[capability];
      const inputs = { ...work.inputs };
      if (capability === "lip-sync" && kind === "video") delete inputs.image;
      else if (capability !== "lip-sync")
        for (const name of Object.keys(inputs)) delete inputs[name as InputKind];
      const sent = { ...work, inputs: { ...inputs, [kind]: file }, ...promptFor(capability, kind) };

      const { status, view } = await submit(capability, sent);
      if (status === 422) return;
      const done = await waitFor(view.id, isFinal);
      // Players show the part of a film that was received, and so do engines that find a frame in it.
      if (file === "cut-off video" && done.status === "succeeded") return;

      expect(done).toMatchObject({ status: "failed", error: { code: "invalid_input" } });
      expect(done.error?.message).toMatch(/^\p{Lu}.{10,300}\.$/u);
      expect(done.error?.message).not.toContain(folder);
    },
    20_000,
  );

  /** Remedies of an image are no remedies of a recording. */
  function promptFor(capability: Capability, kind: InputKind): Pick<Work, "prompt"> {
    const repairs = capability === "enhancement" || capability === "restoration";
    return repairs && kind !== "image" ? { prompt: "" } : {};
  }

  /** A PNG whose header claims a size that no memory holds. */
  function pngOfSize(width: number, height: number): Buffer {
    const header = Buffer.alloc(33);
    Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(header);
    header.writeUInt32BE(width, 16);
    header.writeUInt32BE(height, 20);
    header.set([8, 2, 0, 0, 0], 24);
    return header;
  }

  /** A WAV whose header claims more samples than the file has. */
  function wavOfLength(claimedBytes: number, bytes: number): Buffer {
    const header = Buffer.alloc(44 + bytes);
    header.write("RIFF", 0);
    header.writeUInt32LE(claimedBytes, 4);
    header.write("WAVEfmt ", 8);
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(1, 20);
    header.writeUInt16LE(1, 22);
    header.writeUInt32LE(8000, 24);
    header.writeUInt32LE(16_000, 28);
    header.writeUInt16LE(2, 32);
    header.writeUInt16LE(16, 34);
    header.write("data", 36);
    header.writeUInt32LE(claimedBytes, 40);
    return header;
  }
});

test("no generation leaves temporary files", async () => {
  const generations = join(folder, "generations");
  const left = readdirSync(generations).flatMap((id) =>
    readdirSync(join(generations, id)).filter((name) => name.startsWith("work-")),
  );

  expect(left).toEqual([]);
});

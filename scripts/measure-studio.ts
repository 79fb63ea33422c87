import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import sharp from "sharp";

import { type Capability, capabilities, type InputKind } from "../studio/capability.ts";
import { ensureModels } from "../studio/models/ensure-models.ts";
import { defaultModelsFolder } from "../studio/models/packs.ts";
import {
  type GenerationView,
  isFinal,
  type RunningStudio,
  startStudio,
  stopStudio,
  uploadInput,
} from "../studio/running-studio.ts";

/**
 * Measures the memory of studio on Linux (`npm run studio:memory [-- capability …]`): runs large requests of each
 * capability one after the other, then pairs of a film and a short request (`pairs`), then waits until studio has been idle
 * for two minutes. Needs about twenty minutes.
 */
const sampleMs = 50;
const idleMs = 130_000;
const photo = fileURLToPath(
  new URL("../studio/engines/vision/fixtures/astronaut.webp", import.meta.url),
);

interface Request {
  readonly prompt?: string;
  /** Names of uploaded files, by their kinds. */
  readonly inputs?: Partial<Record<InputKind, string>>;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const tale =
  "The old lighthouse stood on a rock far out at sea, and nobody had lived there. ".repeat(20);
const largeFilm = { width: 1920, height: 1080, durationSeconds: 5, fps: 30 };
const requests: Readonly<Record<Capability, readonly Request[]>> = {
  "text-to-image": [
    { prompt: "oil painting of a market", parameters: { width: 2048, height: 2048, count: 2 } },
  ],
  "image-to-image": [
    { prompt: "oil painting", inputs: { image: "photo" } },
    { prompt: "pencil drawing", inputs: { image: "photo" } },
    { prompt: "blur the background", inputs: { image: "photo" } },
  ],
  inpainting: [
    { prompt: "remove the person", inputs: { image: "photo" } },
    { prompt: "remove it", inputs: { image: "photo", mask: "mask" } },
  ],
  "text-to-video": [
    { prompt: "a fox runs in the snow with calm music", parameters: largeFilm },
    { prompt: "watercolour of a fox that runs", parameters: largeFilm },
  ],
  "image-to-video": [{ prompt: "orbit", inputs: { image: "photo" }, parameters: largeFilm }],
  "video-editing": [
    { prompt: "stabilize it and reverse it", inputs: { video: "film" } },
    { prompt: "make it a GIF", inputs: { video: "film" } },
  ],
  "text-to-speech": [{ prompt: tale.repeat(2) }],
  "speech-to-text": [
    { inputs: { audio: "speech" }, parameters: { format: "json" } },
    { inputs: { audio: "speech" }, parameters: { language: "und" } },
  ],
  "speech-to-speech": [{ prompt: "re-voice", inputs: { audio: "speech" } }],
  upscaling: [{ inputs: { image: "stamp" }, parameters: { scale: 4 } }],
  enhancement: [
    { prompt: "denoise and deblur it", inputs: { image: "photo" } },
    { prompt: "denoise it", inputs: { video: "film" } },
    { prompt: "denoise it", inputs: { audio: "speech" } },
  ],
  restoration: [
    { prompt: "remove scratches and JPEG artifacts", inputs: { image: "photo" } },
    { prompt: "deflicker it", inputs: { video: "film" } },
    { prompt: "remove clicks", inputs: { audio: "speech" } },
  ],
  "lip-sync": [{ inputs: { image: "photo", audio: "sentence" } }],
  "text-to-3d": [{ prompt: "eight bicycles and eight motorcycles" }],
  "image-to-3d": [{ inputs: { image: "photo" } }],
  "vision-analysis": [{ prompt: "describe it", inputs: { image: "photo" } }],
};

/** Run while an 8 s film is made, each after the first frames of one. */
const film: Request = { prompt: "a fox runs in the snow", parameters: { durationSeconds: 8 } };
const companions: readonly (readonly [Capability, Request])[] = [
  ["text-to-image", { prompt: "a red fox in a snowy forest" }],
  ["text-to-image", requests["text-to-image"][0] ?? {}],
  ["text-to-speech", { prompt: tale.slice(0, 900) }],
  ["text-to-3d", requests["text-to-3d"][0] ?? {}],
];

const chosen = process.argv.slice(2);
const names: readonly string[] = [...capabilities, "pairs"];
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(", ")}. Known: ${names.join(", ")}`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), "studio-memory-"));
const { missing } = await ensureModels({ folder: defaultModelsFolder, log: console.log });
for (const { id, reason } of missing) console.log(`${id} is not available: ${reason}`);
const studio = await startStudio(folder, { STUDIO_MODELS_DIR: defaultModelsFolder });
const files = new Map<string, string>();
const rows: Record<string, object> = {};
try {
  await uploadInputs();
  for (const capability of capabilities.filter(
    (name) => chosen.length === 0 || chosen.includes(name),
  )) {
    for (const request of requests[capability]) {
      const kinds = Object.keys(request.inputs ?? {}).join(" and ");
      const language = request.parameters?.["language"] === "und" ? "any language" : "";
      const words = [request.prompt?.slice(0, 40) ?? "", kinds, language];
      const name = `${capability}: ${words.filter((word) => word !== "").join(", ")}`;
      rows[name] = await measure(studio, async () => generate(capability, request));
      console.log(name, JSON.stringify(rows[name]));
    }
  }
  if (chosen.length === 0 || chosen.includes("pairs")) await measurePairs();
  await delay(idleMs);
  const [largest, all] = await residentMegabytes(studio);
  rows["idle for two minutes"] = { seconds: idleMs / 1_000, largest, all };
  console.table(rows);
} finally {
  await stopStudio(studio, "SIGTERM");
  await rm(folder, { recursive: true, force: true });
}

/** Uploads the files that the requests use. */
async function uploadInputs(): Promise<void> {
  const measured = capabilities.filter((name) => chosen.length === 0 || chosen.includes(name));
  const used = new Set(
    measured.flatMap((name) => requests[name].flatMap(({ inputs = {} }) => Object.values(inputs))),
  );
  const enlarged = async (edge: number) =>
    sharp(photo).resize(edge, edge, { fit: "cover" }).jpeg().toBuffer();
  const margin = { left: 700, right: 700, top: 1_400, background: "#8fb0c8" };
  await upload(
    "photo",
    await sharp(await enlarged(2_600))
      .extend(margin)
      .jpeg()
      .toBuffer(),
  );
  await upload("stamp", await enlarged(480));
  const box = { create: { width: 1_200, height: 1_200, channels: 3, background: "#fff" } } as const;
  const spot = await sharp(box).png().toBuffer();
  const black = {
    create: { width: 2_000, height: 2_000, channels: 3, background: "#000" },
  } as const;
  const mask = sharp(black).composite([{ input: spot, left: 300, top: 600 }]);
  await upload("mask", await mask.png().toBuffer());
  if (used.has("film")) {
    const parameters = { ...largeFilm, durationSeconds: 10 };
    await upload("film", await firstFile("text-to-video", { ...film, parameters }));
  }
  if (used.has("sentence")) {
    const sentence = { prompt: "Good morning everybody." };
    await upload("sentence", await firstFile("text-to-speech", sentence));
  }
  if (used.has("speech")) {
    await upload("speech", await firstFile("text-to-speech", { prompt: tale }));
  }
}

async function upload(name: string, bytes: Uint8Array): Promise<void> {
  files.set(name, await uploadInput(studio.url, bytes));
}

async function firstFile(capability: Capability, request: Request): Promise<Uint8Array> {
  const { outputs } = await generate(capability, request);
  const response = await fetch(`${studio.url}${outputs[0]?.path}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function measurePairs(): Promise<void> {
  for (const [capability, request] of companions) {
    const ended: string[] = [];
    const name = `film and ${capability}: ${request.prompt?.slice(0, 40) ?? ""}`;
    const usage = await measure(studio, async () => {
      const { promise: isDrawn, resolve } = Promise.withResolvers<void>();
      const drawn = generate("text-to-video", film, (view) => {
        if (view.stage === "drawing") resolve();
      });
      await isDrawn;
      const companion = generate(capability, request);
      await Promise.all([
        drawn.then(() => ended.push("film")),
        companion.then(() => ended.push(capability)),
      ]);
    });
    rows[name] = { ...usage, first: ended[0] };
    console.log(name, JSON.stringify(rows[name]));
  }
}

async function generate(
  capability: Capability,
  request: Request,
  onView: (view: GenerationView) => void = () => undefined,
): Promise<GenerationView> {
  const { prompt, inputs = {}, parameters } = request;
  const response = await fetch(`${studio.url}/v1/generations`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: JSON.stringify({
      model: "studio",
      capability,
      prompt,
      inputs: Object.entries(inputs).map(([kind, name]) => ({ kind, sha256: files.get(name) })),
      parameters,
    }),
  });
  let generation = (await response.json()) as GenerationView;
  if (response.status !== 202) throw new Error(`${capability}: ${JSON.stringify(generation)}`);
  while (!isFinal(generation)) {
    await delay(sampleMs);
    const view = await fetch(`${studio.url}/v1/generations/${generation.id}`);
    generation = (await view.json()) as GenerationView;
    onView(generation);
  }
  if (generation.error) throw new Error(`${capability}: ${generation.error.message}`);
  return generation;
}

/** Megabytes at the worst moment: of the largest process, and of studio with its workers and encoders. */
async function measure(
  running: RunningStudio,
  run: () => Promise<unknown>,
): Promise<{ seconds: number; largest: number; all: number }> {
  const startedAt = performance.now();
  let [largest, all] = [0, 0];
  const end = new AbortController();
  const generated = run().finally(() => {
    end.abort();
  });
  while (!end.signal.aborted) {
    const [one, sum] = await residentMegabytes(running);
    largest = Math.max(largest, one);
    all = Math.max(all, sum);
    await delay(sampleMs);
  }
  await generated;
  return { seconds: Math.round((performance.now() - startedAt) / 1_000), largest, all };
}

async function residentMegabytes({ process: server }: RunningStudio): Promise<[number, number]> {
  const ids = await listDescendants(server.pid ?? 0);
  const sizes = await Promise.all(ids.map(async (id) => readResident(id)));
  return [Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)].map((size) =>
    Math.round(size),
  ) as [number, number];
}

async function listDescendants(root: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/u.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const id of found) found.push(...(children.get(id) ?? []));
  return found;
}

/** 0 when the process has ended. */
async function readResident(id: number): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0) / 1_024;
}

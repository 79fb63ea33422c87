import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import type { GenerationParameters } from "#studio/engine.ts";

import type { Analysis } from "./analysis.ts";
import { visionAnalysis } from "./vision-analysis.ts";

const fox = fileURLToPath(new URL("../../../docs/images/red-fox.webp", import.meta.url));
/** Part of a portrait of Eileen Collins by NASA, in the public domain. */
const astronaut = fileURLToPath(new URL("fixtures/astronaut.webp", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vision-"));
});
afterAll(() => rm(folder, { recursive: true }));

const requestOf = (prompt: string, parameters: GenerationParameters = {}) =>
  ({ capability: "vision-analysis", model: "studio-vision", prompt, parameters }) as const;

async function analyse(path: string, prompt: string, parameters: GenerationParameters = {}) {
  const workFolder = await mkdtemp(join(folder, "work-"));
  const { outputs } = await visionAnalysis.run(requestOf(prompt, parameters), {
    seed: 1,
    inputs: [{ kind: "image", path, contentType: "image/png" }],
    workFolder,
    settings: { modelsFolder: join(folder, "models"), ffmpegPath: null },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const [output] = outputs;
  const bytes = await readFile(output?.path ?? "");
  return { output, bytes, facts: JSON.parse(bytes.toString()) as Analysis & { answer: string } };
}

async function draw(name: string, svg: string): Promise<string> {
  const path = join(folder, name);
  await sharp(Buffer.from(svg)).png().toFile(path);
  return path;
}

const sign = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400">
  <rect width="800" height="400" fill="#ffffff"/>
  <text x="60" y="120" font-family="DejaVu Sans" font-size="52" fill="#102080">Grand opening</text>
  <text x="60" y="220" font-family="DejaVu Sans" font-size="34" fill="#333333">Saturday 14 March, 10:30</text>
  <g transform="rotate(-12 400 330)"><text x="300" y="350" font-family="DejaVu Sans" font-size="40"
    fill="#a01010">Free coffee</text></g></svg>`;

test("reads straight and slanted lines of text, with the same bytes each time", async () => {
  const path = await draw("sign.png", sign);

  const first = await analyse(path, "What text is in this image?");
  const second = await analyse(path, "What text is in this image?");

  const lines = first.facts.text?.lines ?? [];
  expect(lines.map(({ text }) => text.replaceAll(" ", ""))).toEqual([
    "Grandopening",
    "Saturday14March,10:30",
    "Freecoffee",
  ]);
  expect(lines.every(({ confidence }) => confidence > 0.8)).toBe(true);
  expect(lines[0]?.corners[0][0]).toBeGreaterThan(30);
  expect(lines[0]?.corners[0][0]).toBeLessThan(75);
  expect(first.output).toMatchObject({ contentType: "application/json", text: first.facts.answer });
  expect(first.bytes.equals(second.bytes)).toBe(true);
}, 120_000);

test("finds a face, and none where there is none", async () => {
  const path = join(folder, "face.png");
  await sharp({ create: { width: 640, height: 320, channels: 3, background: "#8fb0c8" } })
    .composite([{ input: astronaut, left: 40, top: 60 }])
    .png()
    .toFile(path);

  const { facts } = await analyse(path, "how many faces are in it?");
  const none = await analyse(fox, "how many people are there?");

  expect(facts.answer).toBe("There is one face.");
  const { x = 0, y = 0, width = 0, height = 0 } = facts.faces?.[0]?.box ?? {};
  expect(Math.abs(x + width / 2 - 133)).toBeLessThan(15);
  expect(Math.abs(y + height / 2 - 157)).toBeLessThan(20);
  expect(none.facts.faces).toEqual([]);
}, 120_000);

test("gives places in pixels of an image that is larger than the analysed size", async () => {
  const path = join(folder, "large.png");
  const face = await sharp(astronaut).resize(1080, 1200).toBuffer();
  await sharp({ create: { width: 4000, height: 2000, channels: 3, background: "#8fb0c8" } })
    .composite([{ input: face, left: 2600, top: 500 }])
    .png()
    .toFile(path);

  const { facts } = await analyse(path, "how many faces are in it?");

  const { x = 0, width = 0 } = facts.faces?.[0]?.box ?? {};
  expect(Math.abs(x + width / 2 - 3160)).toBeLessThan(90);
}, 120_000);

test("finds the colours, the place and the size of a subject", async () => {
  const path = await draw(
    "ball.png",
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#f2f2f2"/>
     <circle cx="450" cy="280" r="80" fill="#d01818"/></svg>`,
  );

  const { facts } = await analyse(path, "which colours does it have, and where is the subject?");

  expect(facts.colors?.map(({ name }) => name)).toEqual(["white", "red"]);
  expect(facts.composition?.subject).toMatchObject({
    position: "lower right",
    foundBy: "plain background",
  });
  const { x = 0, width = 0 } = facts.composition?.subject?.box ?? {};
  expect(Math.abs(x - 370)).toBeLessThan(12);
  expect(Math.abs(width - 160)).toBeLessThan(16);
  expect(facts.text).toBeUndefined();
});

test("tells sharp from blurred and normal from dark", async () => {
  const blurred = join(folder, "blurred.png");
  const dark = join(folder, "dark.png");
  await sharp(fox).blur(5).toFile(blurred);
  await sharp(fox).linear(0.25, 0).toFile(dark);
  const question = "Is it blurred or too dark?";

  expect((await analyse(fox, question)).facts).toMatchObject({
    sharpness: { verdict: "sharp" },
    light: { verdict: "normal" },
  });
  expect((await analyse(blurred, question)).facts.sharpness?.verdict).toBe("blurred");
  expect((await analyse(dark, question)).facts.light?.verdict).toMatch(/dark/u);
});

test("measures the upright size of a rotated photo", async () => {
  const path = join(folder, "rotated.jpg");
  await sharp(fox).resize(300, 200).withMetadata({ orientation: 6 }).toFile(path);

  const { facts } = await analyse(path, "how large is it?");

  expect(facts.size).toMatchObject({ width: 200, height: 300, orientation: "portrait" });
});

test.for([
  ["how many birds are there?", ["birds"]],
  ["what colour is the car?", ["car"]],
  ["who is this?", ["who"]],
  ["what is the man wearing", ["man", "wearing"]],
] as const)("refuses “%s” and names what it does not know", ([prompt, unknown]) => {
  const issues = visionAnalysis.validate?.(requestOf(prompt), ["image"]) ?? [];

  expect(issues.map(({ path }) => path)).toEqual(["prompt"]);
  for (const word of unknown) expect(issues[0]?.message).toContain(`"${word}"`);
  expect(issues[0]?.message).toContain("what text is in it");
});

test.for([
  "",
  "Describe this photo of my dog for a blind visitor",
  "what's in this picture?",
  "¿Qué texto hay en la imagen?",
  "Welche Farben hat das Bild?",
  "Is the photo blurry?",
  "where's the main subject?",
])("accepts “%s”", (prompt) => {
  expect(visionAnalysis.validate?.(requestOf(prompt), ["image"])).toEqual([]);
});

test("names every problem of a request", () => {
  const request = requestOf("why?", { format: "xml", operations: ["birds"] });
  const issues = visionAnalysis.validate?.(request, ["video"]) ?? [];

  expect(issues.map(({ path }) => path)).toEqual([
    "inputs",
    "parameters.format",
    "parameters.operations",
    "prompt",
  ]);
});

test("limits the analysis to the topics of the list", async () => {
  const { facts } = await analyse(fox, "", { operations: ["light"] });

  expect(Object.keys(facts)).toEqual(["answer", "size", "light"]);
});

test("describes an image without its text when the pack cannot be fetched, and fails when the text is the question", async () => {
  vi.stubEnv("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  vi.stubEnv("PIP_RETRIES", "0");
  vi.stubEnv("PIP_NO_CACHE_DIR", "1");
  await rm(join(folder, "models"), { recursive: true, force: true });
  try {
    const { facts } = await analyse(fox, "describe it");
    expect(facts).toMatchObject({ text: null, faces: null });
    expect(facts.answer).toContain("Text was not read");
    await expect(analyse(fox, "read the text")).rejects.toMatchObject({ code: "pack_unavailable" });
  } finally {
    vi.unstubAllEnvs();
  }
}, 60_000);

test("refuses a file that is no image", async () => {
  const path = join(folder, "broken.png");
  await sharp(fox).png().toFile(path);
  await import("node:fs/promises").then(({ truncate }) => truncate(path, 30));

  await expect(analyse(path, "describe it")).rejects.toMatchObject({ code: "invalid_input" });
});

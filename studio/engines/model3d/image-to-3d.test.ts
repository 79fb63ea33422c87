import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { validateBytes } from "gltf-validator";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { artPath } from "#studio/engines/scene/art.ts";

import { imageTo3d } from "./image-to-3d.ts";
import { readGlb } from "./read-glb.ts";
import { readLength } from "./read-length.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "relief-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function make(path: string, prompt = "") {
  const workFolder = await mkdtemp(join(folder, "work-"));
  const request = {
    capability: "image-to-3d",
    model: "studio-relief",
    prompt,
    parameters: {},
  } as const;
  const { engine, outputs } = await imageTo3d.run(request, {
    seed: 1,
    inputs: [{ kind: "image", path, contentType: "image/png" }],
    workFolder,
    settings: { modelsFolder: folder, ffmpegPath: null },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const [glb = Buffer.alloc(0), preview] = await Promise.all(
    outputs.map((file) => readFile(file.path)),
  );
  return { engine, outputs, glb, preview };
}

async function draw(name: string, svg: string): Promise<string> {
  const path = join(folder, name);
  await sharp(Buffer.from(svg)).png().toFile(path);
  return path;
}

const ball = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="400">
  <rect width="500" height="400" fill="#eef0f2"/><circle cx="250" cy="200" r="120" fill="#c02020"/>
  <circle cx="30" cy="30" r="4" fill="#000000"/></svg>`;

test("makes a valid model of a subject on a plain background, with the same bytes each time", async () => {
  const path = await draw("ball.png", ball);

  const first = await make(path, "30 cm tall");
  const second = await make(path, "30 cm tall");

  expect((await validateBytes(first.glb)).issues.messages).toEqual([]);
  expect(first.outputs.map(({ contentType }) => contentType)).toEqual([
    "model/gltf-binary",
    "image/png",
  ]);
  expect(first.glb.equals(second.glb)).toBe(true);
  expect(first.engine.limitation).toContain("0.30 m tall");
});

test("closes the mesh, stands it on the ground and ignores specks", async () => {
  const { glb } = await make(await draw("ball.png", ball), "0.5 m tall");
  const [mesh] = await readGlb(glb);
  if (!mesh) throw new Error("The file has no mesh.");

  const edges = new Map<string, number>();
  for (let index = 0; index < mesh.indices.length; index += 3) {
    const [a = 0, b = 0, c = 0] = mesh.indices.subarray(index, index + 3);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      const key = `${Math.min(from ?? 0, to ?? 0)} ${Math.max(from ?? 0, to ?? 0)}`;
      edges.set(key, (edges.get(key) ?? 0) + 1);
    }
  }
  const heights = mesh.positions.filter((_, index) => index % 3 === 1);
  const widths = mesh.positions.filter((_, index) => index % 3 === 0);

  expect([...new Set(edges.values())]).toEqual([2]);
  expect(Math.min(...heights)).toBeCloseTo(0, 4);
  expect(Math.max(...heights)).toBeCloseTo(0.5, 3);
  // The speck in the corner would make the model wider than the ball is tall.
  expect(Math.max(...widths) - Math.min(...widths)).toBeCloseTo(0.5, 1);
});

test("uses the transparency of an image", async () => {
  const { engine, glb } = await make(artPath("🦊"));

  expect(engine.limitation).toContain("transparency");
  expect((await validateBytes(glb)).issues.messages).toEqual([]);
});

test("finds a subject in front of a scene with the neural matte", async () => {
  const path = await draw(
    "scene.png",
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><defs><linearGradient id="sky" x2="0" y2="1">
     <stop offset="0" stop-color="#2050a0"/><stop offset="1" stop-color="#d0e0f0"/></linearGradient></defs>
     <rect width="480" height="240" fill="url(#sky)"/><rect y="240" width="480" height="120" fill="#508040"/>
     <circle cx="240" cy="200" r="100" fill="#d02020"/></svg>`,
  );

  const { engine, glb } = await make(path);

  expect(engine.limitation).toContain("neural network");
  expect((await validateBytes(glb)).issues.messages).toEqual([]);
}, 120_000);

test("refuses a broken image", async () => {
  const path = join(folder, "broken.png");
  await writeFile(path, (await readFile(await draw("ball.png", ball))).subarray(0, 60));

  await expect(make(path)).rejects.toMatchObject({ code: "invalid_input" });
});

test.for([
  ["30 cm tall", { metres: 0.3, axis: "tall" }],
  ["a statue, 2.5 m wide", { metres: 2.5, axis: "wide" }],
  ["12 inches", { metres: 0.3048, axis: "tall" }],
  ["3 mugs", undefined],
  ["a model of 900000 m", undefined],
] as const)("reads the size of “%s”", ([text, expected]) => {
  const length = readLength(text);
  expect(length && { ...length, metres: Number(length.metres.toFixed(6)) }).toEqual(expected);
});

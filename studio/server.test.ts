import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { artPath } from "#studio/engines/scene/art.ts";

import {
  type GenerationView,
  type RunningStudio,
  startStudio,
  stopStudio,
  uploadInput,
} from "./running-studio.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "studio-server-"));
let studio: RunningStudio;

beforeAll(async () => {
  studio = await startStudio(dataFolder);
});
afterAll(async () => {
  await stopStudio(studio, "SIGTERM");
  rmSync(dataFolder, { recursive: true, force: true });
});

const picture = (prompt: string, parameters = {}) => ({
  model: "studio-image",
  capability: "text-to-image",
  prompt,
  parameters: { width: 96, height: 64, ...parameters },
});

const film = (durationSeconds: number) => ({
  model: "studio-video",
  capability: "text-to-video",
  prompt: "a fox in the snow",
  parameters: { width: 128, height: 128, durationSeconds },
});

/** Runs so long that a test can act on it; ends only when canceled or killed. */
const longFilm = {
  ...film(10),
  parameters: { durationSeconds: 10, width: 1920, height: 1080, style: "oil" },
};

async function submit(body: unknown, key: string, url = studio.url) {
  const response = await fetch(`${url}/v1/generations`, {
    method: "POST",
    headers: { "idempotency-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as GenerationView,
  };
}

async function find(id: string, url = studio.url): Promise<GenerationView> {
  return (await (await fetch(`${url}/v1/generations/${id}`)).json()) as GenerationView;
}

async function waitFor(
  id: string,
  statuses: readonly string[],
  url = studio.url,
): Promise<GenerationView> {
  for (;;) {
    const generation = await find(id, url);
    if (statuses.includes(generation.status)) return generation;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const final = ["succeeded", "failed", "canceled"];

test("accepts an image request, draws it, and serves the output whole and in ranges", async () => {
  const accepted = await submit(picture("a fox"), "picture");
  expect(accepted.status).toBe(202);

  const done = await waitFor(accepted.body.id, final);
  expect(done).toMatchObject({ status: "succeeded", error: null, outputs: [{ width: 96 }] });
  const [output] = done.outputs;
  const whole = Buffer.from(await (await fetch(`${studio.url}${output?.path}`)).arrayBuffer());
  const part = await fetch(`${studio.url}${output?.path}`, { headers: { range: "bytes=1-3" } });

  expect(createHash("sha256").update(whole).digest("hex")).toBe(output?.sha256);
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 1-3/${whole.byteLength}`);
  expect(await part.text()).toBe("PNG");
});

test("produces the same bytes for the same request, and a different image for each count", async () => {
  const body = picture("two cats on a beach", { count: 2 });
  const ids = [await submit(body, "same 1"), await submit(body, "same 2")].map(
    ({ body: { id } }) => id,
  );

  const [first, second] = [await waitFor(ids[0] ?? "", final), await waitFor(ids[1] ?? "", final)];

  const hashes = first.outputs.map(({ sha256 }) => sha256);
  expect(first.seed).toBe(second.seed);
  expect(second.outputs.map(({ sha256 }) => sha256)).toEqual(hashes);
  expect(new Set(hashes).size).toBe(2);
});

test("produces the same video bytes for the same seed", async () => {
  const body = { ...film(1), parameters: { ...film(1).parameters, seed: 5, fps: 8 } };
  const ids = [await submit(body, "film 1"), await submit(body, "film 2")].map(
    ({ body: { id } }) => id,
  );

  const [first, second] = [await waitFor(ids[0] ?? "", final), await waitFor(ids[1] ?? "", final)];

  expect(first.status).toBe("succeeded");
  expect(second.outputs[0]?.sha256).toBe(first.outputs[0]?.sha256);
});

test("returns the same generation for a repeated key, and 409 for another body", async () => {
  const first = await submit(picture("a bear"), "once");
  const again = await submit(picture("a bear"), "once");
  const other = await submit(picture("a wolf"), "once");

  expect([first.status, again.status, other.status]).toEqual([202, 200, 409]);
  expect(again.body.id).toBe(first.body.id);
  const listed = await fetch(`${studio.url}/v1/generations?idempotencyKey=once`);
  expect(await listed.json()).toMatchObject({ data: [{ id: first.body.id }] });
});

test("names every problem of a request, including a missing Idempotency-Key", async () => {
  const response = await fetch(`${studio.url}/v1/generations`, {
    method: "POST",
    body: JSON.stringify({ ...picture(""), parameters: { width: 9000, height: 4000 } }),
  });

  expect(response.status).toBe(422);
  const { error } = (await response.json()) as {
    error: { code: string; issues: { path: string }[] };
  };
  expect(error.code).toBe("invalid_request");
  expect(error.issues.map(({ path }) => path)).toEqual(["Idempotency-Key", "parameters.width"]);
});

test("verifies an uploaded image and restyles it", async () => {
  const source = await waitFor((await submit(picture("a cat"), "source")).body.id, final);
  const bytes = Buffer.from(
    await (await fetch(`${studio.url}${source.outputs[0]?.path}`)).arrayBuffer(),
  );
  const sha256 = source.outputs[0]?.sha256 ?? "";
  const wrong = "0".repeat(64);
  const restyle = (hash: string, kind = "image") => ({
    model: "studio-style",
    capability: "image-to-image",
    prompt: "pencil sketch",
    inputs: [{ kind, sha256: hash }],
  });

  const mismatch = await fetch(`${studio.url}/v1/inputs/${wrong}`, { method: "PUT", body: bytes });
  const stored = await fetch(`${studio.url}/v1/inputs/${sha256}`, { method: "PUT", body: bytes });
  const missing = await submit(restyle(wrong), "missing input");
  const accepted = await submit(restyle(sha256), "restyle");

  expect([mismatch.status, stored.status, missing.status, accepted.status]).toEqual([
    400, 204, 422, 202,
  ]);
  expect(await waitFor(accepted.body.id, final)).toMatchObject({
    status: "succeeded",
    outputs: [{ width: 96 }],
  });
});

test("runs a media operation on an uploaded video, by the same rules", async () => {
  const source = await waitFor((await submit(film(1), "operation source")).body.id, final);
  const bytes = await (await fetch(`${studio.url}${source.outputs[0]?.path}`)).arrayBuffer();
  const sha256 = await uploadInput(studio.url, Buffer.from(bytes));
  const body = {
    model: "studio-media",
    operation: "resize",
    inputs: [{ kind: "video", sha256 }],
    parameters: { width: 64 },
  };

  const accepted = await submit(body, "operation");
  const repeated = await submit(body, "operation");
  const other = await submit({ ...body, parameters: { width: 32 } }, "operation");
  const done = await waitFor(accepted.body.id, final);
  const second = await waitFor((await submit(body, "operation again")).body.id, final);

  expect([accepted.status, repeated.status, other.status]).toEqual([202, 200, 409]);
  expect(accepted.body).toMatchObject({ operation: "resize", model: "studio-media" });
  expect(done).toMatchObject({ status: "succeeded", outputs: [{ width: 64 }] });
  expect(second.outputs[0]?.sha256).toBe(done.outputs[0]?.sha256);
});

test("draws an image while a film is made", async () => {
  const long = await submit(longFilm, "film next to an image");
  await waitFor(long.body.id, ["running"]);

  const image = await submit(picture("a seal"), "image next to a film");

  expect((await waitFor(image.body.id, final)).status).toBe("succeeded");
  expect((await find(long.body.id)).status).toBe("running");
  await fetch(`${studio.url}/v1/generations/${long.body.id}/cancel`, { method: "POST" });
});

test("cancels running and queued generations, then runs the next one", async () => {
  const running = await submit(longFilm, "long");
  const waiting = await submit(longFilm, "waiting");
  const next = await submit(film(1), "next");
  await waitFor(running.body.id, ["running"]);

  for (const { id } of [waiting.body, running.body]) {
    const response = await fetch(`${studio.url}/v1/generations/${id}/cancel`, { method: "POST" });
    expect(await response.json()).toMatchObject({ id, status: "canceled" });
  }

  expect((await waitFor(next.body.id, final)).status).toBe("succeeded");
  expect((await find(running.body.id)).status).toBe("canceled");
  const health = await fetch(`${studio.url}/health`);
  expect(await health.json()).toEqual({ status: "ok", running: 0, queued: 0 });
});

test("cancels a running operation", async () => {
  const source = await waitFor((await submit(picture("a hill"), "still")).body.id, final);
  const bytes = await (await fetch(`${studio.url}${source.outputs[0]?.path}`)).arrayBuffer();
  const sha256 = await uploadInput(studio.url, Buffer.from(bytes));
  const slow = {
    model: "studio-media",
    operation: "slideshow",
    inputs: [{ kind: "image", sha256 }],
    parameters: { secondsEach: 60 },
  };

  const running = await submit(slow, "slow operation");
  await waitFor(running.body.id, ["running"]);
  await fetch(`${studio.url}/v1/generations/${running.body.id}/cancel`, { method: "POST" });
  const next = await waitFor((await submit(picture("a lake"), "after")).body.id, final);

  expect((await find(running.body.id)).status).toBe("canceled");
  expect(next.status).toBe("succeeded");
});

test("lists all sixteen capabilities with their engines", async () => {
  const { data } = (await (await fetch(`${studio.url}/v1/engines`)).json()) as {
    data: { capability: string; available: boolean; engine: { tier: string } | null }[];
  };

  expect(data).toHaveLength(16);
  expect(data.find(({ capability }) => capability === "text-to-image")).toMatchObject({
    available: true,
    engine: { tier: "procedural" },
  });
});

test("returns 404 for unknown paths and ids, and 405 for unknown methods", async () => {
  const statuses = await Promise.all([
    fetch(`${studio.url}/v2`).then(({ status }) => status),
    fetch(`${studio.url}/v1/generations/gen_none`).then(({ status }) => status),
    fetch(`${studio.url}/v1/generations/gen_none/outputs/0`).then(({ status }) => status),
    fetch(`${studio.url}/health`, { method: "DELETE" }).then(({ status }) => status),
  ]);

  expect(statuses).toEqual([404, 404, 404, 405]);
});

test("returns 429 with Retry-After when the queue is full", async () => {
  const folder = mkdtempSync(join(tmpdir(), "studio-full-"));
  const small = await startStudio(folder, { STUDIO_QUEUED_MAX: "1" });
  await submit(longFilm, "running", small.url);
  await submit(longFilm, "waiting", small.url);

  const refused = await submit(longFilm, "refused", small.url);

  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("5");
  await stopStudio(small, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("resumes accepted generations after a crash, with the same bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "studio-killed-"));
  const first = await startStudio(folder, { STUDIO_CONCURRENCY: "1" });
  const running = await submit(film(2), "running", first.url);
  const queued = await submit(picture("a fox"), "queued", first.url);
  const sha256 = await uploadInput(first.url, await readFile(artPath("🦊")));
  const crop = {
    model: "studio-media",
    operation: "crop",
    inputs: [{ kind: "image", sha256 }],
    parameters: { aspectRatio: "2:1" },
  };
  const operation = await submit(crop, "operation", first.url);
  await waitFor(running.body.id, ["running"], first.url);
  await stopStudio(first, "SIGKILL");

  const second = await startStudio(folder);
  const resumed = await waitFor(running.body.id, final, second.url);
  const drawn = await waitFor(queued.body.id, final, second.url);
  const cropped = await waitFor(operation.body.id, final, second.url);
  const again = await submit(film(2), "again", second.url);
  const repeated = await waitFor(again.body.id, final, second.url);

  expect([resumed.status, drawn.status]).toEqual(["succeeded", "succeeded"]);
  expect(cropped).toMatchObject({ status: "succeeded", outputs: [{ width: 256, height: 128 }] });
  expect((await submit(film(2), "running", second.url)).body.id).toBe(running.body.id);
  expect(repeated.outputs[0]?.sha256).toBe(resumed.outputs[0]?.sha256);
  await stopStudio(second, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

test("exits when its parent's pipe closes, and on SIGTERM", async () => {
  const folder = mkdtempSync(join(tmpdir(), "studio-parent-"));
  const orphan = await startStudio(folder);
  const ended = once(orphan.process, "exit") as Promise<[number | null]>;
  orphan.process.stdin?.end();
  const [orphanCode] = await ended;
  const polite = await startStudio(folder);

  expect(orphanCode).toBe(0);
  expect(await stopStudio(polite, "SIGTERM")).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

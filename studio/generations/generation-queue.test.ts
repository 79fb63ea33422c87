import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Capability } from "#studio/capability.ts";
import { StudioError } from "#studio/errors.ts";
import type { Task, TaskResult } from "#studio/work/messages.ts";
import type { TaskRunner } from "#studio/work/worker-pool.ts";

import { createGenerationQueue } from "./generation-queue.ts";
import { openGenerationStore } from "./generation-store.ts";
import { openInputStore } from "./input-store.ts";
import { sweepExpired } from "./sweep-expired.ts";

const engine = { name: "fake", tier: "basic", limitation: "none" } as const;
let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "studio-queue-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

/** Creates a runner whose tasks end only when the test resolves or rejects them. */
function createHeldRunner() {
  const held: {
    task: Task;
    resolve: () => void;
    reject: (error: unknown) => void;
    signal: AbortSignal;
  }[] = [];
  const runner: TaskRunner = {
    run(task, { signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<TaskResult>();
      signal.addEventListener("abort", () => reject(signal.reason));
      held.push({
        task,
        signal,
        reject,
        resolve() {
          writeFileSync(join(task.workFolder, "0.txt"), "made");
          resolve({ engine, outputs: [{ ...output, fileName: "0.txt" }] });
        },
      });
      return promise;
    },
    close() {},
  };
  return { runner, held };
}

const output = {
  contentType: "text/plain",
  bytes: 4,
  sha256: "0",
  width: null,
  height: null,
  durationSeconds: null,
  text: null,
};

function open(
  runner: TaskRunner,
  limits: Partial<{ queuedMax: number; concurrency: number }> = {},
) {
  const store = openGenerationStore(dataFolder);
  const inputs = openInputStore(dataFolder, 1000);
  const settings = { modelsFolder: dataFolder, ffmpegPath: null };
  const queue = createGenerationQueue({
    store,
    inputs,
    runner,
    settings,
    concurrency: 1,
    bytesMax: 1e9,
    queuedMax: 10,
    ...limits,
  });
  const submit = (
    idempotencyKey: string,
    prompt = "a fox",
    capability: Capability = "text-to-image",
  ) =>
    queue.submit({
      idempotencyKey,
      engine,
      request: { model: "m", capability, prompt, inputs: [], parameters: {} },
    });
  return { store, inputs, queue, submit };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settled();
}

test("returns the same generation for a repeated key and request, and rejects another request", () => {
  const { submit } = open(createHeldRunner().runner);

  const first = submit("key");
  const second = submit("key");

  expect(second).toMatchObject({ created: false, generation: { id: first.generation.id } });
  expect(() => submit("key", "a bear")).toThrow(
    expect.objectContaining({ code: "idempotency_conflict" }),
  );
});

test("rejects submissions to a full queue, except for a repeated key", () => {
  const { submit, queue } = open(createHeldRunner().runner, { queuedMax: 2 });

  for (const key of ["running", "first", "second"]) submit(key);

  expect(queue.counts()).toEqual({ running: 1, queued: 2 });
  expect(() => submit("third")).toThrow(expect.objectContaining({ code: "queue_full" }));
  expect(submit("second").created).toBe(false);
});

test("runs generations in the order of acceptance, one at a time", async () => {
  const { runner, held } = createHeldRunner();
  const { submit, store } = open(runner);
  const ids = ["a", "b"].map((key) => submit(key, key).generation.id);

  await until(() => held.length === 1);
  held[0]?.resolve();
  await until(() => held.length === 2);
  held[1]?.resolve();
  await until(() => ids.every((id) => store.find(id)?.status === "succeeded"));

  expect(held.map(({ task }) => task.request)).toMatchObject([{ prompt: "a" }, { prompt: "b" }]);
});

const promptsOf = (held: readonly { task: Task }[]) =>
  held.map(({ task: { request } }) => ("prompt" in request ? request.prompt : ""));

test("runs an image while a film runs, and one film at a time", async () => {
  const { runner, held } = createHeldRunner();
  const { submit, queue, store } = open(runner, { concurrency: 2 });

  submit("first", "first film", "text-to-video");
  submit("second", "second film", "text-to-video");
  const image = submit("image", "image").generation.id;
  await until(() => held.length === 2);
  held[1]?.resolve();
  await until(() => store.find(image)?.status === "succeeded");

  expect(promptsOf(held)).toEqual(["first film", "image"]);
  expect(queue.counts()).toEqual({ running: 1, queued: 1 });
  held[0]?.resolve();
  await until(() => held.length === 3);
  expect(promptsOf(held).at(-1)).toBe("second film");
});

test("never runs generations together that need more memory than all workers have", async () => {
  const { runner, held } = createHeldRunner();
  const { submit, queue } = open(runner, { concurrency: 2 });

  submit("film", "film", "text-to-video");
  submit("heavy", "heavy", "inpainting");
  submit("image", "image");
  await until(() => held.length === 2);
  expect(promptsOf(held)).toEqual(["film", "image"]);

  // Once the film has ended, the heavy one comes before everything that was accepted later.
  submit("later film", "later film", "text-to-video");
  submit("later image", "later image");
  held[0]?.resolve();
  await until(() => queue.counts().running === 1);
  held[1]?.resolve();
  await until(() => held.length === 3);

  expect(promptsOf(held).at(-1)).toBe("heavy");
  expect(queue.counts()).toEqual({ running: 1, queued: 2 });
  held[2]?.resolve();
  await until(() => held.length === 5);
  expect(promptsOf(held).slice(3)).toEqual(["later film", "later image"]);
});

test("never runs a generation canceled in the queue, and stops one canceled while running", async () => {
  const { runner, held } = createHeldRunner();
  const { submit, queue, store } = open(runner);
  const running = submit("running").generation.id;
  const queued = submit("queued").generation.id;
  await until(() => held.length === 1);

  queue.cancel(queued);
  queue.cancel(running);
  await until(() => queue.counts().running === 0);

  expect(held).toHaveLength(1);
  expect(held[0]?.signal.aborted).toBe(true);
  expect([running, queued].map((id) => store.find(id)?.status)).toEqual(["canceled", "canceled"]);
});

test("leaves a finished generation unchanged on cancel", async () => {
  const { runner, held } = createHeldRunner();
  const { submit, queue, store } = open(runner);
  const { id } = submit("key").generation;
  await until(() => held.length === 1);
  held[0]?.resolve();
  await until(() => store.find(id)?.status === "succeeded");

  expect(queue.cancel(id).status).toBe("succeeded");
});

test("resumes unfinished generations of an earlier process in the order of acceptance", async () => {
  const { submit } = open(createHeldRunner().runner);
  const ids = ["a", "b", "c"].map((key) => submit(key, key).generation.id);

  const { runner, held } = createHeldRunner();
  const { store } = open(runner);
  for (let index = 0; index < 3; index += 1) {
    await until(() => held.length === index + 1);
    held[index]?.resolve();
  }
  await until(() => ids.every((id) => store.find(id)?.status === "succeeded"));

  expect(held.map(({ task }) => task.request)).toMatchObject([
    { prompt: "a" },
    { prompt: "b" },
    { prompt: "c" },
  ]);
});

test("retries once after the worker process dies, then fails the generation", async () => {
  const { runner, held } = createHeldRunner();
  const { submit, store } = open(runner);
  const { id } = submit("key").generation;

  for (let death = 0; death < 2; death += 1) {
    await until(() => held.length === death + 1);
    held[death]?.reject(new StudioError("worker_died", "gone"));
  }
  await until(() => store.find(id)?.status === "failed");

  expect(held).toHaveLength(2);
  expect(store.find(id)?.failure).toMatchObject({ code: "worker_died", retryable: true });
});

test("removes finished generations after 24 hours and keeps unfinished ones", async () => {
  const { runner, held } = createHeldRunner();
  const { submit, store, inputs } = open(runner);
  const done = submit("done").generation.id;
  await until(() => held.length === 1);
  held[0]?.resolve();
  await until(() => store.find(done)?.status === "succeeded");
  const waiting = submit("waiting").generation.id;

  await sweepExpired({ store, inputs }, new Date(Date.now() + 25 * 60 * 60 * 1000));

  expect(store.find(done)).toBeUndefined();
  expect(store.findByIdempotencyKey("done")).toBeUndefined();
  expect(store.find(waiting)).toBeDefined();
});

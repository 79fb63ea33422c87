import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ensureModels } from "./ensure-models.ts";
import { isInstalled, packs, readPackFile } from "./packs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "models-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test("installs a complete pack once, and repairs it after a file was altered", async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);

  const first = await ensureModels({ folder, log, ids: ["hibari"] });
  expect(first).toEqual({ installed: ["hibari"], missing: [] });
  expect(await isInstalled(folder, "hibari")).toBe(true);
  expect(await readdir(folder)).toEqual(["hibari"]);
  expect(await readdir(join(folder, "hibari"))).toEqual(
    expect.arrayContaining(["LICENSE", "NOTICE"]),
  );

  await ensureModels({ folder, log, ids: ["hibari"] });
  expect(lines.at(-1)).toBe("hibari: already there");

  await writeFile(join(folder, "hibari", "vocab.json"), "{}");
  await expect(readPackFile(folder, "hibari", "vocab.json")).rejects.toMatchObject({
    code: "engine_failed",
  });
  await ensureModels({ folder, log, ids: ["hibari"] });
  expect(lines.at(-1)).toBe("hibari: installed");
  expect(await readdir(folder)).toEqual(["hibari"]);
}, 120_000);

test("lists the pack as missing, with the remedy, without Python", async () => {
  vi.stubEnv("PATH", "/nowhere");
  const { installed, missing } = await ensureModels({
    folder,
    log: () => undefined,
    ids: ["hibari"],
  });

  expect(installed).toEqual([]);
  expect(missing).toEqual([{ id: "hibari", reason: expect.stringContaining("install Python 3") }]);
  expect(await readdir(folder)).toEqual([]);
});

test("lists the pack as missing, with the remedy, without the network", async () => {
  vi.stubEnv("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  vi.stubEnv("PIP_RETRIES", "0");
  vi.stubEnv("PIP_NO_CACHE_DIR", "1");
  const { missing } = await ensureModels({ folder, log: () => undefined, ids: ["hibari"] });

  expect(missing).toHaveLength(1);
  expect(missing[0]?.reason).toContain("check the network");
  expect(await readdir(folder)).toEqual([]);
}, 60_000);

test("leaves no files behind when aborted", async () => {
  const stop = new AbortController();
  const fetching = ensureModels({
    folder,
    log: () => stop.abort(),
    signal: stop.signal,
    ids: ["hibari"],
  });

  await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
  expect(await readdir(folder)).toEqual([]);
});

test("every pack contains a licence file and pins all hashes", () => {
  for (const { files, wheels } of packs) {
    expect(files.map(({ file }) => file)).toEqual(expect.arrayContaining(["LICENSE"]));
    for (const { sha256 } of [...wheels, ...files]) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

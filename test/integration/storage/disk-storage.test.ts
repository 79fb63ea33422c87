import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createDiskStorage } from "#storage/disk-storage.ts";
import { assetKey, inputKey, outputKey, type Storage } from "#storage/storage.ts";
import { describePromises, listKeys } from "#test/support/jobs/storage-promises.ts";

let parent: string;
let folder: string;
let storage: Storage;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "gme-storage-"));
  folder = join(parent, "files");
  await writeFile(join(parent, "secret"), "not yours");
  storage = createDiskStorage(folder);
});

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
});

describePromises(
  () => storage,
  async () =>
    (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".partial")),
);

test("the key of an output depends on the generation alone, so that a repeated store overwrites", () => {
  expect(outputKey("job_1", "main", 1, 0)).toBe("jobs/job_1/main-1-0");
  expect(inputKey("job_1", 2)).toBe("jobs/job_1/input-2");
  expect(assetKey("ast_1")).toBe("assets/ast_1");
});

test("an incomplete file of the previous day is not listed, and is deleted", async () => {
  const path = join(folder, "a", "dead.0.partial");
  await storage.write("a/alive", (async function* () {})(), { bytesMax: 1 });
  await writeFile(path, "half");
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(path, yesterday, yesterday);

  expect(await listKeys(storage)).not.toContain("a/dead.0.partial");
  expect(await storage.deletePartials(new Date(Date.now() - 3_600_000))).toBe(1);

  expect(await readdir(join(folder, "a"))).not.toContain("dead.0.partial");
});

test("a missing folder has no files", async () => {
  expect(await listKeys(createDiskStorage(join(parent, "none")))).toEqual([]);
});

test("the readiness check creates the folder, and fails where it cannot", async () => {
  await createDiskStorage(join(parent, "new", "folder")).check();
  await expect(createDiskStorage(join(parent, "secret", "folder")).check()).rejects.toMatchObject({
    code: "ENOTDIR",
  });
});

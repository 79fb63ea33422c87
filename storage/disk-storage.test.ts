import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createDiskStorage } from "./disk-storage.ts";
import { inputKey, outputKey, type Storage } from "./storage.ts";

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

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function readAll(key: string, range?: { start: number; end: number }): Promise<string> {
  return (await buffer(storage.read(key, range))).toString("utf8");
}

async function listFiles(): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

const options = { bytesMax: 1_000 };

describe("a write", () => {
  test("tells size and hash of what was written", async () => {
    const stored = await storage.write("a/whole", chunks("hello ", "world"), options);

    const sha256 = createHash("sha256").update("hello world").digest("hex");
    expect(stored).toEqual({ bytes: 11, sha256 });
    expect(await storage.stat("a/whole")).toEqual({ bytes: 11 });
    expect(await readAll("a/whole")).toBe("hello world");
  });

  test("replaces what was there", async () => {
    await storage.write("a/again", chunks("a long first version"), options);
    await storage.write("a/again", chunks("second"), options);

    expect(await readAll("a/again")).toBe("second");
  });

  test("that fails in the middle leaves what was there, and nothing beside it", async () => {
    await storage.write("a/kept", chunks("first"), options);
    const before = await listFiles();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half of the sec");
      throw new Error("the provider went away");
    }

    await expect(storage.write("a/kept", broken(), options)).rejects.toThrow("went away");
    await expect(storage.write("a/never", broken(), options)).rejects.toThrow("went away");

    expect(await readAll("a/kept")).toBe("first");
    expect(await storage.stat("a/never")).toBeNull();
    expect(await listFiles()).toEqual(before);
  });

  test("is seen by no reader before it is whole", async () => {
    const seen: unknown[] = [];
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("first");
      seen.push(await storage.stat("a/slow"));
      yield Buffer.from("second");
      seen.push(await storage.stat("a/slow"));
    }

    await storage.write("a/slow", slow(), options);

    expect(seen).toEqual([null, null]);
    expect(await storage.stat("a/slow")).toEqual({ bytes: 11 });
  });

  test("of two at once leaves one of them whole", async () => {
    const versions = ["one ".repeat(50), "two! ".repeat(50)];

    await Promise.all(
      versions.map(async (text) => storage.write("a/race", chunks(text, text), options)),
    );

    expect(versions.map((text) => text + text)).toContain(await readAll("a/race"));
  });

  test("stops at the byte beyond the limit and keeps nothing", async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += 1;
        yield Buffer.alloc(10);
      }
    }

    await expect(storage.write("a/large", endless(), { bytesMax: 95 })).rejects.toMatchObject({
      code: "output_too_large",
      details: { bytesMax: 95 },
    });

    expect(given).toBe(10);
    expect(await storage.stat("a/large")).toBeNull();
    expect(await storage.write("a/fits", chunks("x".repeat(95)), { bytesMax: 95 })).toMatchObject({
      bytes: 95,
    });
  });
});

describe("a key", () => {
  test.each([
    "../secret",
    "a/../../secret",
    "/etc/passwd",
    "a//b",
    "a/",
    "",
    ".",
    "..",
    ".hidden",
    "a/.hidden",
    "a\\..\\b",
    "a\0b",
    "a\nb",
    "a/b\n",
    "ä",
  ])("that is not ours is refused: %j", async (key) => {
    await expect(storage.write(key, chunks("x"), options)).rejects.toThrow("not a storage key");
    await expect(storage.stat(key)).rejects.toThrow("not a storage key");
    await expect(storage.delete(key)).rejects.toThrow("not a storage key");
    expect(() => storage.read(key)).toThrow("not a storage key");
  });

  test("never leads out of the folder, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("..", ".", "secret", "files", "a", "", "/", "%2e%2e"), {
          maxLength: 6,
        }),
        async (parts) => {
          const found = await storage.stat(parts.join("/")).catch(() => null);
          expect(found?.bytes).not.toBe("not yours".length);
        },
      ),
    );
  });

  test("of an output depends on the generation alone, so that a repeated store overwrites", () => {
    expect(outputKey("job_1", "main", 1, 0)).toBe("jobs/job_1/main-1-0");
    expect(inputKey("job_1", 2)).toBe("jobs/job_1/input-2");
  });
});

test("a range has both its ends", async () => {
  await storage.write("a/range", chunks("0123456789"), options);

  expect(await readAll("a/range", { start: 2, end: 4 })).toBe("234");
  expect(await readAll("a/range", { start: 9, end: 9 })).toBe("9");
  expect(await readAll("a/range", { start: 0, end: 9 })).toBe("0123456789");
});

test("deleting twice is fine", async () => {
  await storage.write("a/gone", chunks("x"), options);

  await storage.delete("a/gone");
  await storage.delete("a/gone");

  expect(await storage.stat("a/gone")).toBeNull();
});

test("reading what is not there is an error", async () => {
  await expect(buffer(storage.read("a/nothing"))).rejects.toMatchObject({ code: "ENOENT" });
});

test("readiness makes the folder, and fails where none can be", async () => {
  await createDiskStorage(join(parent, "new", "folder")).check();
  await expect(createDiskStorage(join(parent, "secret", "folder")).check()).rejects.toMatchObject({
    code: "ENOTDIR",
  });
});

import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Storage } from "#storage/storage.ts";

const options = { bytesMax: 10_000_000 };

export async function* chunksOf(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part as string);
}

export async function readAll(
  storage: Storage,
  key: string,
  range?: { start: number; end: number },
): Promise<string> {
  return (await buffer(storage.read(key, range))).toString("utf8");
}

export async function listKeys(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.toSorted();
}

/** Guarantees of every storage implementation. Keys of these tests begin with `a/`. */
export function describePromises(storageOf: () => Storage, leftovers: () => Promise<string[]>) {
  describe("a write", () => {
    test("returns the size and hash of the written bytes", async () => {
      const storage = storageOf();
      const stored = await storage.write("a/whole", chunksOf("hello ", "world"), options);

      const sha256 = createHash("sha256").update("hello world").digest("hex");
      expect(stored).toEqual({ bytes: 11, sha256 });
      expect(await storage.stat("a/whole")).toEqual({ bytes: 11 });
      expect(await readAll(storage, "a/whole")).toBe("hello world");
    });

    test("of many chunks, and of none, is read back byte by byte", async () => {
      const storage = storageOf();
      const block = Buffer.from(Array.from({ length: 65_537 }, (_, index) => index % 251));
      const blocks = Array.from({ length: 40 }, () => block);

      const large = await storage.write("a/many", chunksOf(...blocks), options);
      const empty = await storage.write("a/empty", chunksOf(), options);

      const hash = createHash("sha256")
        .update(await buffer(storage.read("a/many")))
        .digest("hex");
      expect(large).toEqual({ bytes: 40 * 65_537, sha256: hash });
      expect(empty.bytes).toBe(0);
      expect(await readAll(storage, "a/empty")).toBe("");
    });

    test("replaces the existing file", async () => {
      const storage = storageOf();
      await storage.write("a/again", chunksOf("a long first version"), options);
      await storage.write("a/again", chunksOf("second"), options);

      expect(await readAll(storage, "a/again")).toBe("second");
    });

    test("that fails halfway keeps the existing file and leaves no other", async () => {
      const storage = storageOf();
      await storage.write("a/kept", chunksOf("first"), options);
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("half of the sec");
        throw new Error("the provider went away");
      }

      await expect(storage.write("a/kept", broken(), options)).rejects.toThrow("went away");
      await expect(storage.write("a/never", broken(), options)).rejects.toThrow("went away");

      expect(await readAll(storage, "a/kept")).toBe("first");
      expect(await storage.stat("a/never")).toBeNull();
      expect(await leftovers()).toEqual([]);
    });

    test("that is aborted fails with the reason and leaves nothing", async () => {
      const storage = storageOf();
      const stop = new AbortController();
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          yield Buffer.alloc(10);
          stop.abort(new Error("the job was canceled"));
        }
      }

      await expect(
        storage.write("a/aborted", endless(), { ...options, signal: stop.signal }),
      ).rejects.toThrow("the job was canceled");

      expect(await storage.stat("a/aborted")).toBeNull();
      expect(await leftovers()).toEqual([]);
    });

    test("is invisible to readers until it is complete", async () => {
      const storage = storageOf();
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

    test("of two at once leaves one of them complete", async () => {
      const storage = storageOf();
      const versions = ["one ".repeat(50), "two! ".repeat(50)];

      await Promise.all(
        versions.map(async (text) => storage.write("a/race", chunksOf(text, text), options)),
      );

      expect(versions.map((text) => text + text)).toContain(await readAll(storage, "a/race"));
    });

    test("stops at the first byte beyond the limit and keeps nothing", async () => {
      const storage = storageOf();
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
      expect(await leftovers()).toEqual([]);
      const fits = chunksOf("x".repeat(95));
      expect(await storage.write("a/fits", fits, { bytesMax: 95 })).toMatchObject({ bytes: 95 });
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
    ])("with an invalid format is rejected: %j", async (key) => {
      const storage = storageOf();
      const write = storage.write(key, chunksOf("x"), options);
      await expect(write).rejects.toThrow("not a storage key");
      await expect(storage.stat(key)).rejects.toThrow("not a storage key");
      await expect(storage.delete(key)).rejects.toThrow("not a storage key");
      expect(() => storage.read(key)).toThrow("not a storage key");
    });

    test("never leads outside the storage, whatever its value", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("..", ".", "secret", "files", "a", "", "/", "%2e%2e"), {
            maxLength: 6,
          }),
          async (parts) => {
            const found = await storageOf()
              .stat(parts.join("/"))
              .catch(() => null);
            expect(found?.bytes).not.toBe("not yours".length);
          },
        ),
      );
    });
  });

  test("a range includes both ends", async () => {
    const storage = storageOf();
    await storage.write("a/range", chunksOf("0123456789"), options);

    expect(await readAll(storage, "a/range", { start: 2, end: 4 })).toBe("234");
    expect(await readAll(storage, "a/range", { start: 9, end: 9 })).toBe("9");
    expect(await readAll(storage, "a/range", { start: 0, end: 9 })).toBe("0123456789");
  });

  test("deleting a file twice succeeds", async () => {
    const storage = storageOf();
    await storage.write("a/gone", chunksOf("x"), options);

    await storage.delete("a/gone");
    await storage.delete("a/gone");

    expect(await storage.stat("a/gone")).toBeNull();
  });

  test("reading a missing file fails with a clear error", async () => {
    const reading = buffer(storageOf().read("a/nothing"));

    await expect(reading).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a reader that disconnects halfway affects no other reader", async () => {
    const storage = storageOf();
    await storage.write("a/left", chunksOf(Buffer.alloc(3_000_000, "x")), options);

    const reading = storage.read("a/left");
    await new Promise((resolve) => reading.once("data", resolve));
    reading.destroy();

    expect((await readAll(storage, "a/left")).length).toBe(3_000_000);
  });

  test("the list contains every file and its write time", async () => {
    const storage = storageOf();
    // The clock of a storage may have whole seconds.
    const before = Date.now() - 2_000;
    for (const name of ["one", "two", "deep/three"]) {
      await storage.write(`a/list/${name}`, chunksOf("x"), options);
    }

    const written = [];
    for await (const entry of storage.list()) {
      if (entry.key.startsWith("a/list/")) written.push(entry);
    }
    expect(written.map(({ key }) => key)).toEqual([
      "a/list/deep/three",
      "a/list/one",
      "a/list/two",
    ]);
    for (const { modifiedAt } of written) {
      expect(modifiedAt.getTime()).toBeGreaterThan(before);
    }
  });

  test("the list continues after any of its keys, even a deleted one", async () => {
    const storage = storageOf();
    for (const name of ["a", "a-b/c", "b/a", "b/b/c", "b/d", "c"]) {
      await storage.write(`a/order/${name}`, chunksOf("x"), options);
    }
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);

    for (const [index, after] of keys.entries()) {
      const rest: string[] = [];
      for await (const { key } of storage.list(after)) rest.push(key);
      expect(rest).toEqual(keys.slice(index + 1));
    }
    await storage.delete("a/order/b/b/c");
    const next = storage.list("a/order/b/b/c")[Symbol.asyncIterator]();
    expect((await next.next()).value).toMatchObject({ key: "a/order/b/d" });
  });

  test("leftovers of a dead writer are deleted only when they are old", async () => {
    const storage = storageOf();
    const { promise: wait, resolve: goOn } = Promise.withResolvers<undefined>();
    async function* paused(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      await wait;
      yield Buffer.from(" whole");
    }
    const writing = storage.write("a/paused", paused(), options);
    while ((await leftovers()).length === 0) await new Promise(setImmediate);

    const young = await storage.deletePartials(new Date(Date.now() - 60_000));
    goOn(undefined);
    await writing;

    expect(young).toBe(0);
    expect(await readAll(storage, "a/paused")).toBe("half whole");
  });

  test("readiness passes when files can be written", async () => {
    await storageOf().check();
  });
}

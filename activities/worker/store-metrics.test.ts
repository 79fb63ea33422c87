import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { createDiskStorage } from "#storage/disk-storage.ts";
import { useFolder } from "#test/support/fixtures.ts";

import { countWrites } from "./store-metrics.ts";

const folder = useFolder("gme-store-metrics-");

async function* bytes(count: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(count);
}

test("bytes of whole files are counted, and those of a refused file are not", async () => {
  const registry = new Registry();
  const storage = countWrites(createDiskStorage(folder), registry);

  await storage.write("jobs/a/one", bytes(300), { bytesMax: 1_000 });
  await storage.write("jobs/a/two", bytes(200), { bytesMax: 1_000 });
  const large = storage.write("jobs/a/three", bytes(2_000), { bytesMax: 1_000 });
  await expect(large).rejects.toMatchObject({ code: "output_too_large" });

  expect(await registry.metrics()).toMatch(/^gme_store_bytes_total 500$/m);
  expect(await storage.stat("jobs/a/one")).toEqual({ bytes: 300 });
});

import { expect, test } from "vitest";

import { readBounded } from "./read-bounded.ts";

async function* chunksOf(sizes: readonly number[], read: number[] = []) {
  for (const size of sizes) {
    read.push(size);
    yield new Uint8Array(size).fill(size);
  }
}

test("reads a body of exactly the limit, and none as empty", async () => {
  const options = { bytesMax: 5, subject: "the body" };

  expect([...(await readBounded(chunksOf([2, 3]), options))]).toEqual([2, 2, 3, 3, 3]);
  expect(await readBounded(null, options)).toHaveLength(0);
});

test("stops reading at the chunk that passes the limit", async () => {
  const read: number[] = [];
  const reading = readBounded(chunksOf([2, 4, 9], read), { bytesMax: 5, subject: "the body" });

  await expect(reading).rejects.toThrow("the body has more than 5 bytes");
  expect(read).toEqual([2, 4]);
});

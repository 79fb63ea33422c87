import { readdir } from "node:fs/promises";
import { text } from "node:stream/consumers";

import { expect, test } from "vitest";

import { spoolLines } from "#api/files/spool-export.ts";
import { useFolder } from "#test/support/fixtures.ts";

const folder = useFolder("gme-spool-");

test("a spooled file has every line in order, and no name when it is read", async () => {
  const rows = Array.from({ length: 5_000 }, (_, row) => ({ row, word: "é".repeat(20) }));

  const stream = await spoolLines(async (write) => {
    for (const row of rows) await write(row);
  }, folder);

  expect(await readdir(folder)).toEqual([]);
  const lines = (await text(stream)).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});

test("an export that fails leaves no file", async () => {
  const failing = spoolLines(async (write) => {
    await write({ row: 1 });
    throw new Error("the database is gone");
  }, folder);

  await expect(failing).rejects.toThrow("the database is gone");
  expect(await readdir(folder)).toEqual([]);
});

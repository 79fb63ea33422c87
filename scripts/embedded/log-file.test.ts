import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createLogFile } from "./log-file.ts";

test("a log keeps its newest lines within the limit, also across restarts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gme-log-"));
  const file = join(folder, "api.log");
  const limits = { bytesMax: 12, filesKept: 2 };

  const write = createLogFile(file, limits);
  for (const line of ["one", "two", "three"]) write(line);
  const writeAfterRestart = createLogFile(file, limits);
  for (const line of ["four", "five", "six", "seven"]) writeAfterRestart(line);

  expect((await readdir(folder)).toSorted()).toEqual(["api.log", "api.log.1", "api.log.2"]);
  expect(await readFile(file, "utf8")).toBe("seven\n");
  expect(await readFile(`${file}.1`, "utf8")).toBe("five\nsix\n");
  await rm(folder, { recursive: true });
});

test("a full disk costs lines and ends nothing", () => {
  // The device of Linux that is always full.
  const write = createLogFile("/dev/full");

  expect(() => write("one")).not.toThrow();
});

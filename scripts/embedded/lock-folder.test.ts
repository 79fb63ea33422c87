import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { lockFolder } from "./lock-folder.ts";

test("a folder has one holder at a time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gme-lock-"));

  const first = lockFolder(folder);
  const second = lockFolder(folder);
  first?.release();
  const third = lockFolder(folder);

  expect([first !== undefined, second !== undefined, third !== undefined]).toEqual([
    true,
    false,
    true,
  ]);
  third?.release();
  await rm(folder, { recursive: true });
});

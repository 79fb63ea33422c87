import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, resolve } from "node:path";

import type { OutputFile } from "./jobs/outputs.ts";

/** Returns a file for an upload. Its bytes are read as they are sent. */
export async function fromPath(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path));
}

/** Downloads an output. The file appears under its name once it is complete, and replaces an existing one. */
export async function toFile(output: OutputFile, path: string): Promise<void> {
  const target = resolve(path);
  const partial = `${target}.${randomUUID()}.part`;
  const file = await open(partial, "wx");
  try {
    for await (const chunk of output.stream()) await file.writeFile(chunk);
    await file.close();
    await rename(partial, target);
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
}

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { findBuildFolder } from "#api/dashboard/find-build.ts";

const buildMs = 180_000;

/** Builds the dashboard unless the cache has a build of these sources. Returns its folder. */
export async function buildDashboard(): Promise<string> {
  await promisify(execFile)(process.execPath, ["scripts/build-dashboard.ts"], { timeout: buildMs });
  const folder = await findBuildFolder(resolve(process.env["CACHE_DIR"] ?? ".cache"));
  if (folder === null) throw new Error("the sources of the dashboard are missing");
  return folder;
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Chunks of a build by the module that they begin with. */
export async function readManifest(folder: string): Promise<Record<string, Chunk>> {
  const text = await readFile(join(folder, ".vite/manifest.json"), "utf8");
  return JSON.parse(text) as Record<string, Chunk>;
}

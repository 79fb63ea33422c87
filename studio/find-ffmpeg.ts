import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";

/**
 * Finds the ffmpeg executable: the configured one, else the first on `searchPath`, else the one of
 * the optional package, else null. Throws when the configured file is not executable, because
 * silently using another one would hide the mistake.
 */
export function findFfmpeg(asked: string | null, searchPath: string): string | null {
  if (asked !== null) {
    const path = resolve(asked);
    if (!isExecutable(path)) throw new Error(`FFMPEG_PATH: ${asked} is not an executable file.`);
    return path;
  }

  const onPath = searchPath
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "ffmpeg"))
    .find(isExecutable);
  return onPath ?? findPackaged();
}

function findPackaged(): string | null {
  try {
    const packaged: unknown = createRequire(import.meta.url)("@ffmpeg-installer/ffmpeg");
    const path = (packaged as { path?: unknown }).path;
    return typeof path === "string" && isExecutable(path) ? path : null;
  } catch {
    // The package is optional: npm omits it on platforms without a binary.
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

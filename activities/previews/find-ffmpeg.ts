import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

/** Finds ffmpeg: the configured one, else the one on PATH, else the one of the optional package, else null. */
export function findFfmpeg(given: string | undefined): string | null {
  const candidates = given === undefined ? [findOnPath(), findPackaged()] : [given];
  return candidates.find((path) => path !== null && isProgram(path)) ?? null;
}

function isProgram(path: string): boolean {
  return spawnSync(path, ["-version"], { stdio: "ignore" }).status === 0;
}

/** Returns the absolute path, because the process of previews has no PATH. */
function findOnPath(): string | null {
  const { status, stdout } = spawnSync("sh", ["-c", "command -v ffmpeg"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

function findPackaged(): string | null {
  try {
    const packaged: unknown = createRequire(import.meta.url)("@ffmpeg-installer/ffmpeg");
    return (packaged as { path: string }).path;
  } catch {
    // The package is optional: npm omits it on platforms without a binary.
    return null;
  }
}

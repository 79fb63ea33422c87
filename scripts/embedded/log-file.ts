import { appendFileSync, renameSync, rmSync, statSync } from "node:fs";

const bytesMax = 10 * 1024 ** 2;
const filesKept = 3;

/**
 * Appends lines to a file of at most 10 MiB; three older files stay next to it as `.1`, `.2`, `.3`. Writes
 * synchronously, so the last lines before a crash are on disk. Drops lines while the disk refuses them: a full disk must
 * not end the engine, which recovers when there is room again.
 */
export function createLogFile(file: string, limits = { bytesMax, filesKept }) {
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return function write(line: string): void {
    const text = `${line}\n`;
    try {
      if (bytes > 0 && bytes + Buffer.byteLength(text) > limits.bytesMax) {
        rotate(file, limits.filesKept);
        bytes = 0;
      }
      appendFileSync(file, text, { mode: 0o600 });
      bytes += Buffer.byteLength(text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  };
}

function rotate(file: string, filesKept: number): void {
  rmSync(`${file}.${filesKept}`, { force: true });
  for (let number = filesKept - 1; number >= 1; number -= 1) {
    if (statSync(`${file}.${number}`, { throwIfNoEntry: false })) {
      renameSync(`${file}.${number}`, `${file}.${number + 1}`);
    }
  }
  renameSync(file, `${file}.1`);
}

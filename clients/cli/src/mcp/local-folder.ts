import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, parse, relative, resolve, sep } from "node:path";

import { CliError } from "../cli-error.ts";
import { unreadable } from "../read-inputs.ts";

/** Folder whose files a language model may upload, and in which it may store results. */
export interface LocalFolder {
  /** Absolute path without symbolic links. */
  readonly path: string;
  /** Returns the absolute path of an existing file below the folder. Throws `CliError`. */
  readonly findFile: (path: string) => Promise<string>;
  /** Returns the absolute path of a new file, whose folder exists below the folder. Throws `CliError`. */
  readonly findPlace: (path: string) => Promise<string>;
}

/**
 * Opens the folder. Without `--folder` it is the working folder, unless that is the root or the home folder, in which some
 * hosts start their servers: then there are no local files. Symbolic links that lead out of the folder are refused.
 */
export async function openLocalFolder(given: string | undefined): Promise<LocalFolder | null> {
  const path = await realpath(given ?? process.cwd()).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(given ?? "The working folder", error);
  });
  const home = await realpath(homedir()).catch(() => homedir());
  if (given === undefined && (path === parse(path).root || path === home)) return null;

  async function findReal(asked: string): Promise<string> {
    const found = await realpath(resolve(path, asked)).catch((error: NodeJS.ErrnoException) => {
      // The error of a path outside must not say whether it exists.
      if (!isBelow(path, resolve(path, asked))) throw outside(asked, path);
      throw unreadable(asked, error);
    });
    if (!isBelow(path, found)) throw outside(asked, path);
    return found;
  }
  return {
    path,
    async findFile(asked) {
      const found = await findReal(asked);
      if ((await stat(found)).isFile()) return found;
      throw new CliError(`${asked} is not a file.`);
    },
    async findPlace(asked) {
      const isFolder = asked.endsWith("/") || asked.endsWith(sep);
      if (isFolder) return `${await findReal(asked)}${sep}`;
      const existing = await findReal(asked).catch(() => null);
      if (existing !== null) return existing;
      const target = resolve(path, asked);
      return join(await findReal(dirname(target)), basename(target));
    },
  };
}

function isBelow(folder: string, path: string): boolean {
  const between = relative(folder, path);
  return (
    between === "" ||
    !(between === ".." || between.startsWith(`..${sep}`) || parse(between).root !== "")
  );
}

function outside(asked: string, folder: string): CliError {
  return new CliError(`${asked} is outside the folder ${folder}. Only files below it can be used.`);
}

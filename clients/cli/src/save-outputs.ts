import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";

import type { OutputFile } from "@gme/client";

import { CliError, exitCodes } from "./cli-error.ts";

const extensions: Readonly<Record<string, string>> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/svg+xml": ".svg",
  "video/mp4": ".mp4",
  "video/webm": ".webm",
  "video/quicktime": ".mov",
  "audio/mpeg": ".mp3",
  "audio/wav": ".wav",
  "audio/x-wav": ".wav",
  "audio/ogg": ".ogg",
  "audio/flac": ".flac",
  "audio/mp4": ".m4a",
  "model/gltf-binary": ".glb",
  "text/plain": ".txt",
  "text/vtt": ".vtt",
  "application/x-subrip": ".srt",
  "application/json": ".json",
};
/** Extensions of one type, which a person may write as they like. */
const same: Readonly<Record<string, string>> = { ".jpeg": ".jpg", ".htm": ".html" };

export interface NamedFile {
  readonly jobId: string;
  readonly contentType: string;
}

/**
 * Paths of the files of a result. A folder, which ends with a slash or exists, gets files named after the job; several
 * files get `-1`, `-2`; the extension is that of the real type.
 */
export function toPaths(target: string, files: readonly NamedFile[], isFolder: boolean): string[] {
  return files.map(({ jobId, contentType }, index) => {
    const extension = extensions[contentType.split(";")[0] ?? ""] ?? "";
    const number = files.length === 1 ? "" : `-${index + 1}`;
    if (isFolder) return join(target, `${jobId}${number}${extension}`);
    const given = extname(target);
    const base = given === "" ? target : target.slice(0, -given.length);
    const isRight =
      extension === "" || (same[given.toLowerCase()] ?? given.toLowerCase()) === extension;
    return `${base}${number}${isRight ? given : extension}`;
  });
}

/** Refuses a target before anything is paid. */
export async function checkTarget(target: string | undefined, force: boolean): Promise<void> {
  if (target === undefined || target === "-") return;
  const found = await stat(target).catch(() => undefined);
  if (found?.isFile() === true && !force) throw existing(target);
  if (target.endsWith("/") && found === undefined)
    throw new CliError(`The folder ${target} does not exist.`);
  const folder = await stat(resolve(target, "..")).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new CliError(`The folder of ${target} does not exist.`);
}

/** Stores the files of a result. Returns their paths; none for standard output. */
export async function saveOutputs(
  outputs: readonly OutputFile[],
  { target, jobId, force }: { target: string; jobId: string; force: boolean },
): Promise<string[]> {
  if (target === "-") {
    for (const output of outputs) await writeToStandardOutput(output);
    return [];
  }
  const isFolder =
    target.endsWith("/") || (await stat(target).catch(() => undefined))?.isDirectory();
  const files = outputs.map(({ contentType }) => ({ jobId, contentType }));
  const paths = toPaths(target, files, isFolder === true);
  for (const [index, output] of outputs.entries()) await save(output, paths[index] ?? "", force);
  return paths;
}

async function writeToStandardOutput(output: OutputFile): Promise<void> {
  for await (const chunk of output.stream()) {
    if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
  }
}

/** Writes next to the path and moves the file there once it is complete. */
async function save(output: OutputFile, path: string, force: boolean): Promise<void> {
  const partial = `${path}.${randomUUID()}.part`;
  const file = await open(partial, "wx");
  try {
    for await (const chunk of output.stream()) await file.writeFile(chunk);
    await file.close();
    if (force) await rename(partial, path);
    else await link(partial, path);
  } catch (error) {
    await file.close();
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw existing(path);
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

function existing(path: string): CliError {
  return new CliError(`${path} exists. Choose another name, or add --force.`, exitCodes.usage);
}

import { readFile } from "node:fs/promises";
import { extname } from "node:path";

import type { Asset, Input, InputKind, MediaEngine } from "@gme/client";
import { fromPath } from "@gme/client/node";

import { CliError } from "./cli-error.ts";

/**
 * Turns `-i` into inputs of a request: a path, a URL, an asset's id or `-` for standard input. Files are uploaded, each
 * content once; `mask:` before a path says that the file is a mask.
 */
export async function readInputs(engine: MediaEngine, given: readonly string[]): Promise<Input[]> {
  if (given.filter((one) => one === "-").length > 1) {
    throw new CliError("Standard input can be one input only.");
  }
  const inputs: Input[] = [];
  for (const one of given) inputs.push(await readInput(engine, one));
  return inputs;
}

async function readInput(engine: MediaEngine, given: string): Promise<Input> {
  const named = /^(mask|image|video|audio):(?!\/\/)(.+)$/.exec(given);
  const kind = named?.[1] as InputKind | undefined;
  const place = named?.[2] ?? given;
  if (/^https?:\/\//.test(place)) return { kind: kind ?? kindOfUrl(place), url: place };
  const asset = await findAsset(engine, place);
  return { kind: kind ?? kindOfAsset(asset), assetId: asset.assetId };
}

async function findAsset(engine: MediaEngine, place: string): Promise<Asset> {
  if (/^ast_[\w-]+$/.test(place)) return engine.assets.get(place);
  if (place === "-") {
    const bytes = await readStandardInput();
    if (bytes.length === 0) throw new CliError("Standard input is empty.");
    return engine.assets.upload(new File([bytes], "stdin"));
  }
  const file = await fromPath(place).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(place, error);
  });
  return engine.assets.upload(file);
}

async function readStandardInput(): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

export async function readText(place: string): Promise<string> {
  if (place !== "-") return place;
  return (await readStandardInput()).toString("utf8").trim();
}

/** Text of a file; `-` is standard input. */
export async function readTextFile(path: string): Promise<string> {
  if (path === "-") return (await readStandardInput()).toString("utf8");
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
}

export function unreadable(path: string, { code, message }: NodeJS.ErrnoException): CliError {
  return new CliError(`${path} cannot be read: ${code ?? message}.`);
}

function kindOfAsset({ contentType, name = "" }: Asset): InputKind {
  const kind = contentType.split("/")[0];
  if (kind === "image" || kind === "video" || kind === "audio") return kind;
  throw new CliError(
    `${name || "The input"} is ${contentType}: inputs are images, videos or recordings.`,
  );
}

const extensions: Readonly<Record<string, InputKind>> = {
  ".mp4": "video",
  ".webm": "video",
  ".mov": "video",
  ".wav": "audio",
  ".mp3": "audio",
  ".flac": "audio",
  ".ogg": "audio",
  ".m4a": "audio",
};

function kindOfUrl(url: string): InputKind {
  return extensions[extname(new URL(url).pathname).toLowerCase()] ?? "image";
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { StudioError } from "#studio/errors.ts";

export interface FfmpegOptions {
  readonly ffmpegPath: string;
  /** Kills ffmpeg when it aborts. */
  readonly signal: AbortSignal;
}

export interface FfmpegResult {
  /** Exit code; 0 is success. */
  readonly status: number | null;
  /** The end of ffmpeg's messages. */
  readonly text: string;
}

const textCharactersMax = 16_000;

/**
 * Runs ffmpeg to its end. `stdin` is piped to ffmpeg, `onOutput` receives its standard output, and
 * `onTime` the position in seconds that ffmpeg has written. Rejects when `stdin` throws.
 */
export async function runFfmpeg(
  programArguments: readonly string[],
  { ffmpegPath, signal }: FfmpegOptions,
  {
    stdin,
    onOutput,
    onTime,
  }: {
    readonly stdin?: Uint8Array | AsyncIterable<Uint8Array>;
    readonly onOutput?: (chunk: Buffer) => void;
    readonly onTime?: (seconds: number) => void;
  } = {},
): Promise<FfmpegResult> {
  const child = spawn(ffmpegPath, ["-hide_banner", "-nostdin", "-y", ...programArguments], {
    signal,
    stdio: [
      stdin === undefined ? "ignore" : "pipe",
      onOutput === undefined ? "ignore" : "pipe",
      "pipe",
    ],
    killSignal: "SIGKILL",
  });
  if (onOutput) child.stdout?.on("data", onOutput);
  const text = collectText(child, onTime);
  const ended = waitForEnd(child);
  const [status] = await Promise.all([ended, stdin === undefined ? null : feed(child, stdin)]);
  return { status, text: text() };
}

/** Yields ffmpeg's standard output. Throws when ffmpeg fails. Kills ffmpeg when the caller stops reading. */
export async function* readFfmpeg(
  programArguments: readonly string[],
  { ffmpegPath, signal }: FfmpegOptions,
): AsyncGenerator<Buffer> {
  const child = spawn(ffmpegPath, ["-hide_banner", "-nostdin", ...programArguments], {
    signal,
    stdio: ["ignore", "pipe", "pipe"],
    killSignal: "SIGKILL",
  });
  const text = collectText(child);
  const ended = waitForEnd(child);
  // A failure is reported after the output has been read.
  ended.catch(() => undefined);
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) yield chunk;
    const status = await ended;
    if (status !== 0) throw ffmpegError("ffmpeg could not read the file.", text());
  } finally {
    child.kill("SIGKILL");
  }
}

const damage = /Invalid data found when processing input|partial file|corrupt input packet/u;

/** Returns the error of a failed run: `invalid_input` when ffmpeg complained about its input, else `engine_failed`. */
export function ffmpegError(message: string, text: string): StudioError {
  const cause = new Error(text);
  return damage.test(text)
    ? new StudioError("invalid_input", "The file is damaged.", { cause })
    : new StudioError("engine_failed", message, { cause });
}

function collectText(child: ChildProcess, onTime?: (seconds: number) => void): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-textCharactersMax);
    const time = onTime && /\btime=(\d+):(\d+):(\d+(?:\.\d+)?)/u.exec(chunk);
    if (time) onTime(Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]));
  });
  return () => text;
}

async function waitForEnd(child: ChildProcess): Promise<number | null> {
  const [status] = (await once(child, "close")) as [number | null];
  return status;
}

async function feed(
  child: ChildProcess,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  if (!child.stdin) return;
  let failure: unknown;
  async function* chunks() {
    try {
      if (bytes instanceof Uint8Array) yield bytes;
      else yield* bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    await pipeline(Readable.from(chunks()), child.stdin);
  } catch {
    child.kill("SIGKILL");
    // A closed pipe alone means that ffmpeg has ended; its exit code explains more.
    if (failure !== undefined) throw failure;
  }
}

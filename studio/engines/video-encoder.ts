import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

export type PixelFormat = "rgba" | "rgb24" | "yuv420p";

export interface VideoEncoder {
  /** Writes one frame. Resolves when the encoder accepts the next frame. */
  write(frame: Uint8Array): Promise<void>;
  /** Resolves when the file is complete. */
  finish(): Promise<void>;
}

const errorTextMax = 2000;

/**
 * Starts ffmpeg as an H.264 encoder. The MP4 can play before it is completely downloaded. One thread
 * and bit-exact flags make equal frames produce equal bytes. Aborting the signal kills ffmpeg.
 */
export function startVideoEncoder(
  ffmpegPath: string,
  output: {
    path: string;
    width: number;
    height: number;
    fps: number;
    comment: string;
    pixelFormat?: PixelFormat;
    /** WAV file of the film's sound, of about its length. */
    soundPath?: string | null;
  },
  signal: AbortSignal,
): VideoEncoder {
  const { path, width, height, fps, comment, pixelFormat = "rgba", soundPath = null } = output;
  const input = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    pixelFormat,
    "-s",
    `${width}x${height}`,
    "-r",
    `${fps}`,
  ];
  const codec = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p"];
  const exact = ["-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact"];
  const sound = soundPath === null ? [] : ["-i", soundPath];
  const soundCodec =
    soundPath === null ? [] : ["-c:a", "aac", "-b:a", "128k", "-flags:a", "+bitexact"];
  const container = ["-movflags", "+faststart", "-metadata", `comment=${comment}`];
  const ffmpeg: ChildProcessByStdio<Writable, null, Readable> = spawn(
    ffmpegPath,
    [
      "-hide_banner",
      "-loglevel",
      "error",
      "-y",
      ...input,
      "-i",
      "-",
      ...sound,
      ...codec,
      ...soundCodec,
      ...exact,
      ...container,
      path,
    ],
    { stdio: ["pipe", "ignore", "pipe"], signal, killSignal: "SIGKILL" },
  );

  let errorText = "";
  ffmpeg.stderr.on("data", (chunk: Buffer) => {
    errorText = (errorText + chunk.toString()).slice(-errorTextMax);
  });
  // A broken pipe means that ffmpeg has ended; `ended` reports the reason.
  ffmpeg.stdin.on("error", () => undefined);
  const ended = new Promise<void>((resolve, reject) => {
    ffmpeg.once("error", reject);
    ffmpeg.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${code}: ${errorText}`));
    });
  });
  // ffmpeg may fail between two writes; the next `write` or `finish` reports the error.
  ended.catch(() => undefined);

  return {
    async write(frame) {
      if (ffmpeg.stdin.write(frame)) return;
      await Promise.race([once(ffmpeg.stdin, "drain"), ended]);
    },
    async finish() {
      ffmpeg.stdin.end();
      await ended;
    },
  };
}

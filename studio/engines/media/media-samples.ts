import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

import type { InputKind } from "#studio/capability.ts";
import type { EngineContext, EngineInput, EngineOutput } from "#studio/engine.ts";
import { runFfmpeg } from "#studio/engines/ffmpeg.ts";
import { findFfmpeg } from "#studio/find-ffmpeg.ts";

import { type OperationName, operations } from "./operations.ts";
import { runOperation } from "./run-operation.ts";

/** Arguments that make ffmpeg write H.264 quickly. */
export const h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];

/** Small real files and a way to run operations on them, for tests. */
export interface MediaSamples {
  readonly folder: string;
  /** Makes a file with ffmpeg. */
  make(name: string, contentType: string, ...programArguments: string[]): Promise<EngineInput>;
  run(operation: OperationName, inputs: readonly EngineInput[], parameters?: object): Promise<Made>;
  /** Context of an engine that works in this folder. */
  context(inputs: readonly EngineInput[], workFolder: string): EngineContext;
  /** Runs ffmpeg on a file and returns its messages. */
  describe(path: string, ...programArguments: string[]): Promise<string>;
  /** Integrated loudness in LUFS. */
  loudnessOf(path: string): Promise<number>;
  remove(): void;
}

export interface Made extends EngineOutput {
  readonly sha256: string;
}

export function createMediaSamples(): MediaSamples {
  const folder = mkdtempSync(join(tmpdir(), "studio-media-"));
  const ffmpegPath = findFfmpeg(null, env["PATH"] ?? "");
  if (ffmpegPath === null) throw new Error("The tests of media operations need ffmpeg.");
  const { signal } = new AbortController();
  const settings = { modelsFolder: folder, ffmpegPath };

  const context = (inputs: readonly EngineInput[], workFolder: string): EngineContext => {
    return { seed: 0, inputs, workFolder, settings, signal, progress: () => undefined };
  };

  async function describe(path: string, ...programArguments: string[]): Promise<string> {
    const options = [...programArguments, "-f", "null", "-"];
    const { text } = await runFfmpeg(["-nostats", "-i", path, ...options], {
      ffmpegPath: settings.ffmpegPath,
      signal,
    });
    return text;
  }

  return {
    folder,
    async make(name, contentType, ...programArguments) {
      const path = join(folder, name);
      const { status, text } = await runFfmpeg([...programArguments, path], {
        ffmpegPath,
        signal,
      });
      if (status !== 0) throw new Error(text);
      return { kind: kindOf(contentType), path, contentType };
    },
    async run(operation, inputs, parameters = {}) {
      const issues = operations[operation].validate(
        parameters,
        inputs.map(({ kind }) => kind),
      );
      if (issues.length > 0) throw new Error(JSON.stringify(issues));
      const { outputs } = await runOperation(
        { model: "studio-media", operation, parameters: { ...parameters } },
        context(inputs, mkdtempSync(join(folder, "work-"))),
      );
      const [output] = outputs;
      if (!output) throw new Error("No output.");
      const sha256 = createHash("sha256").update(readFileSync(output.path)).digest("hex");
      return { ...output, sha256 };
    },
    context,
    describe,
    async loudnessOf(path) {
      const text = await describe(path, "-af", "ebur128=framelog=verbose");
      const summary = text.slice(text.lastIndexOf("Summary:"));
      return Number(/\bI:\s+(-?[\d.]+) LUFS/u.exec(summary)?.[1]);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Uses an output as an input of the next operation. */
export function toInput({ path, contentType }: EngineOutput): EngineInput {
  return { kind: kindOf(contentType), path, contentType };
}

function kindOf(contentType: string): InputKind {
  if (contentType.startsWith("video/") || contentType === "image/gif") return "video";
  if (contentType.startsWith("audio/")) return "audio";
  return contentType.startsWith("model/") ? "model" : "image";
}

/** ffmpeg arguments of a silent test video with a running clock. */
export function testVideo(seconds: number, size = "160x90", rate = 24): string[] {
  return ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`];
}

export function tone(seconds: number, hertz = 440): string[] {
  return ["-f", "lavfi", "-i", `sine=frequency=${hertz}:duration=${seconds}`];
}

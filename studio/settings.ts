import { resolve } from "node:path";

import { z } from "zod";

import { defaultModelsFolder } from "./models/packs.ts";

export interface Settings {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Absolute path of the folder of inputs, generations and outputs. One studio process per folder. */
  readonly dataFolder: string;
  /** Absolute path of the folder of model packs. */
  readonly modelsFolder: string;
  /** Generations that run concurrently, each in a separate process. With two or more, one place is for short ones. */
  readonly concurrency: number;
  /** Memory of all processes together. A generation that would exceed it waits, unless it runs alone. */
  readonly memoryBytesMax: number;
  /** Maximum number of queued generations. */
  readonly queuedMax: number;
  readonly inputBytesMax: number;
  /** Configured path; null when `findFfmpeg` searches for one. */
  readonly ffmpegPath: string | null;
  /** Exits when standard input closes, so that studio never outlives its parent process. */
  readonly endsWithParent: boolean;
}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const environmentSchema = z.object({
  STUDIO_HOST: z.string().min(1).default("127.0.0.1"),
  STUDIO_PORT: whole(0, 65_535).default(8090),
  STUDIO_DIR: z.string().min(1).default(".data/studio"),
  STUDIO_MODELS_DIR: z.string().min(1).optional(),
  STUDIO_CONCURRENCY: whole(1, 16).default(2),
  STUDIO_MEMORY_MB: whole(500, 1_000_000).default(1_200),
  STUDIO_QUEUED_MAX: whole(1, 10_000).default(100),
  STUDIO_INPUT_BYTES_MAX: whole(1, 4 * 1024 ** 3).default(512 * 1024 ** 2),
  FFMPEG_PATH: z.string().min(1).optional(),
  GME_PARENT_PIPE: z.enum(["0", "1"]).default("0"),
});

/** Parses the environment. Throws an `Error` whose message lists every invalid variable. */
export function loadSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  // Compose files set unused variables to the empty string, so an empty variable means the default.
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join(".")}: ${issue.message}`,
    );
    throw new Error(`Studio cannot start with these settings:\n${problems.join("\n")}`);
  }

  const values = parsed.data;
  const dataFolder = resolve(values.STUDIO_DIR);
  return Object.freeze({
    host: values.STUDIO_HOST,
    port: values.STUDIO_PORT,
    dataFolder,
    modelsFolder: resolve(values.STUDIO_MODELS_DIR ?? defaultModelsFolder),
    concurrency: values.STUDIO_CONCURRENCY,
    memoryBytesMax: values.STUDIO_MEMORY_MB * 1024 ** 2,
    queuedMax: values.STUDIO_QUEUED_MAX,
    inputBytesMax: values.STUDIO_INPUT_BYTES_MAX,
    ffmpegPath: values.FFMPEG_PATH ?? null,
    endsWithParent: values.GME_PARENT_PIPE === "1",
  });
}

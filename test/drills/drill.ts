import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Counts } from "#test/support/drill-counts.ts";

export interface DrillOptions {
  /** Repeats the choices, not the timing. */
  readonly seed: number;
  /** Size of the drill: 1 is the size that its description names. */
  readonly scale: number;
  readonly log: (line: string) => void;
}

/** A failure that operators must survive, injected on purpose. */
export interface Drill {
  readonly name: string;
  readonly title: string;
  /** The guarantee that the drill tries to break. */
  readonly holds: string;
  /** Part of CI, as a whole or in a short form. */
  readonly inCi: boolean;
  /** Throws when the guarantee is broken; returns figures, those of the fake providers among them. */
  readonly run: (options: DrillOptions) => Promise<Counts>;
}

/** Runs a test as a drill, and collects the counts that it reports. */
export function fromTest(file: string, title?: string): Drill["run"] {
  return async ({ seed, log }) => {
    const folder = await mkdtemp(join(tmpdir(), "gme-drill-"));
    const report = join(folder, "counts");
    const filter = title === undefined ? [] : ["-t", title];
    try {
      const code = await runNode(
        ["node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1", file, ...filter],
        { CHAOS_SEED: String(seed), DRILL_COUNTS: report },
        log,
      );
      if (code !== 0) throw new Error(`${file} failed`);
      const lines = (await readFile(report, "utf8").catch(() => "")).split("\n").filter(Boolean);
      return Object.assign({}, ...lines.map((line) => JSON.parse(line) as Counts)) as Counts;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<number> {
  const child = spawn(process.execPath, args, {
    // oxlint-disable-next-line node/no-process-env -- the child needs PATH and HOME
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => log(chunk.toString("utf8").trimEnd()));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}

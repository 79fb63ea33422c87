import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Migrator {
  readonly process: ChildProcess;
  output(): string;
  /** Exit code; null after a kill. */
  readonly ended: Promise<number | null>;
}

/** Runs `npm run migrate` as a process that can be killed. */
export function startMigrator(databaseUrl: string, options: readonly string[] = []): Migrator {
  const entry = fileURLToPath(new URL("../../db/setup/migrate.ts", import.meta.url));
  const migrator = spawn(process.execPath, [entry, ...options], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [migrator.stdout, migrator.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  migrator.once("exit", (code) => resolve(code));
  return { process: migrator, output: () => output, ended };
}

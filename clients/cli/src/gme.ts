#!/usr/bin/env node
import { readFileSync } from "node:fs";

import { CommanderError } from "commander";

import { exitCodes } from "./cli-error.ts";
import { createProgram } from "./program.ts";

// A reader that ends early, such as `head`, is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : exitCodes.fault);
});

const program = createProgram(readVersion());
try {
  if (["completion", "complete"].includes(process.argv[2] ?? "")) {
    await (await import("./commands/completion.ts")).addCompletion(program);
  } else
    program
      .command("completion <shell>")
      .description("print a script that completes commands: bash, zsh, fish, powershell");
  await program.parseAsync();
} catch (error) {
  process.exitCode = await report(error);
}

/** The package is built to the folder of its manifest. */
function readVersion(): string {
  const places = ["./package.json", "../package.json"];
  for (const place of places) {
    try {
      const text = readFileSync(new URL(place, import.meta.url), "utf8");
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return "unknown";
}

/** Writes an error to standard error. Returns the exit code. */
async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  const { describeError } = await import("./describe-error.ts");
  const { lines, exitCode, code } = describeError(error);
  if (process.argv.includes("--json")) {
    process.stderr.write(
      `${JSON.stringify({ error: { code, message: lines[0], details: lines.slice(1) } })}\n`,
    );
  } else for (const line of lines) process.stderr.write(`${line}\n`);
  return exitCode;
}

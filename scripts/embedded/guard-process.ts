import { rm } from "node:fs/promises";

import { endLeftovers } from "./run-record.ts";

const [recordFile, disposableFolder] = process.argv.slice(2);
if (recordFile === undefined) throw new Error("Usage: guard-process.ts <record> [<folder>]");

// The pipe carries no data; it ends when the process at its other end ends.
process.stdin.resume();
process.stdin.once("end", () => void cleanUp(recordFile));

async function cleanUp(file: string): Promise<void> {
  await endLeftovers(file);
  if (disposableFolder) await rm(disposableFolder, { recursive: true, force: true });
}

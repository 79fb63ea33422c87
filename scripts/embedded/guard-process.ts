import { rm } from "node:fs/promises";

import { endLeftovers } from "./run-record.ts";

const [recordFile, disposableFolder] = process.argv.slice(2);
if (recordFile === undefined) throw new Error("Usage: guard-process.ts <record> [<folder>]");

// Nobody writes to this pipe: it ends when the process that holds its other end does.
process.stdin.resume();
process.stdin.once("end", () => void cleanUp(recordFile));

async function cleanUp(file: string): Promise<void> {
  await endLeftovers(file);
  if (disposableFolder) await rm(disposableFolder, { recursive: true, force: true });
}

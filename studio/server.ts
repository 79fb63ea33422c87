import process from "node:process";

import { pino } from "pino";

import { type Settings, loadSettings } from "./settings.ts";
import { type Studio, startStudio } from "./start-studio.ts";

/** The studio process: listens, logs its URL, and exits on SIGTERM, on SIGINT or after its parent. */
const graceMs = 5000;
const log = pino({ name: "studio" });

const settings = readSettings();
const studio = await startStudio(settings, process.env["PATH"] ?? "", log).catch(
  (error: unknown): never => {
    log.fatal({ err: error }, "studio cannot start");
    process.exit(1);
  },
);
let isStopping = false;
process.once("SIGTERM", () => void end(studio, graceMs));
process.once("SIGINT", () => void end(studio, graceMs));
if (settings.endsWithParent) {
  // Without a parent no caller waits for results. The next start resumes running generations.
  process.stdin.resume();
  process.stdin.once("end", () => void end(studio, 0));
  process.stdin.once("error", () => void end(studio, 0));
}
// Logged after the signal handlers are installed: a reader of this line may send a signal at once.
log.info({ url: studio.url, dataFolder: settings.dataFolder }, "studio is ready");

function readSettings(): Settings {
  try {
    return loadSettings(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

async function end(running: Studio, grace: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await running.stop(grace);
  process.exit(0);
}

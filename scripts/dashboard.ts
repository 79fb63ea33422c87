import { loadConfigOrExit } from "#config.ts";

import { linkToRunningEngine } from "./dashboard/link-to-running-engine.ts";

/** Process (`npm run dashboard`): prints another sign-in link of a running engine. */
const config = loadConfigOrExit(process.env);
try {
  process.stdout.write(`${await linkToRunningEngine(config)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

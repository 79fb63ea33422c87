import { loadConfigOrExit } from "#config.ts";

import { ensureTemporal } from "./embedded/temporal.ts";

// `npm run temporal:fetch`: downloads the Temporal server into the cache, for machines that are offline
// later.
const config = loadConfigOrExit(process.env);
try {
  const executable = await ensureTemporal({
    cacheFolder: config.CACHE_DIR,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${executable}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

import { createSigner } from "#activities/worker/open-signer.ts";
import { loadConfigOrExit } from "#config.ts";

import { ensureC2pa } from "./embedded/c2pa-fetch.ts";

// `npm run c2pa:fetch`: brings the library of PROVENANCE=sign into the cache. With a certificate in the settings it then signs a
// test image.
const fetchTimeoutMs = 15 * 60_000;
const config = loadConfigOrExit(process.env);
try {
  const folder = await ensureC2pa(config.CACHE_DIR, AbortSignal.timeout(fetchTimeoutMs));
  process.stdout.write(`The library is in ${folder}.\n`);
  if (config.PROVENANCE_CERT !== undefined) {
    const { expiresAt } = await createSigner(config);
    const end = expiresAt.toISOString();
    process.stdout.write(`A test image is signed. The certificate ends on ${end}.\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

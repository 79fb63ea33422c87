import { join } from "node:path";

import { createStoreOutput } from "#activities/generation/store-output.ts";
import { adapters } from "#activities/providers/index.ts";
import { openSigner } from "#activities/worker/open-signer.ts";
import { loadConfig } from "#config.ts";
import { connectDatabase } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { createMemoryLog } from "#test/support/log.ts";

/** Process: signs and stores the output of one generation, as a worker does. A test kills it before the row is written. */
const { DATABASE_URL: url = "", FOLDER: folder = "", REF: ref = "{}" } = process.env;
const { SETTINGS: settings = "{}", CERTIFICATE: certificate = "{}" } = process.env;
const orm = await connectDatabase({ url, poolMax: 2 });
const config = loadConfig({
  PROVENANCE: "sign",
  DATA_DIR: folder,
  ...(JSON.parse(certificate) as Record<string, string>),
});
const step = stepsOf(JSON.parse(ref) as GenerationRef, {
  database: { orm, url, drop: async () => orm.close() },
  folder,
  storage: createDiskStorage(join(folder, "storage")),
  marksOutputs: true,
  signer: await openSigner(config, createMemoryLog().log),
  adapters,
  providerSettings: JSON.parse(settings) as Record<string, string>,
});
await step(createStoreOutput)();

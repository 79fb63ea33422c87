import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { adapters } from "#activities/providers/index.ts";
import { connectDatabase } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";

/** Process: submits one generation to its provider, as a worker does. Tests kill it while the provider works. */
const {
  DATABASE_URL: url = "",
  FOLDER: folder = "",
  REF: ref = "{}",
  SETTINGS: settings = "{}",
} = process.env;
const orm = await connectDatabase({ url, poolMax: 2 });
const step = stepsOf(JSON.parse(ref) as GenerationRef, {
  database: { orm, url, drop: async () => orm.close() },
  folder,
  adapters,
  providerSettings: JSON.parse(settings) as Record<string, string>,
});
await step(createSubmitToProvider)();

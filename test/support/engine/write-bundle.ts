import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { bundleWorkflowCode } from "@temporalio/worker";

import { loadWorkflowBundle } from "#activities/worker/workflow-bundle.ts";

/**
 * Bundles the workflows of a file in this folder under the current build id: a worker whose `CACHE_DIR` is
 * `cacheFolder` runs them.
 */
export async function writeBundle(cacheFolder: string, file: string): Promise<void> {
  const { buildId } = await loadWorkflowBundle(process.env["CACHE_DIR"] ?? ".cache");
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(file, import.meta.url)),
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {}, log() {} },
  });
  await mkdir(join(cacheFolder, "workflows"), { recursive: true });
  await writeFile(join(cacheFolder, "workflows", `${buildId}.js`), code);
}

import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { bundleWorkflowCode } from "@temporalio/worker";

import { hashFiles, listFilesBelow } from "#runtime/hash-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Folders whose code is in the bundle. */
const sources = ["workflows", "domain"];

/**
 * Loads the workflow bundle. It is built once for each content of its sources and cached under their hash, so
 * it can be neither missing nor stale. The hash is the worker's build id.
 */
export async function loadWorkflowBundle(
  cacheFolder: string,
): Promise<{ code: string; buildId: string }> {
  const buildId = await hashFiles(root, ["package-lock.json", ...(await listSources())]);
  const folder = join(cacheFolder, "workflows");
  const file = join(folder, `${buildId}.js`);
  const cached = await readFile(file, "utf8").catch(() => null);
  if (cached !== null) return { code: cached, buildId };
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, "workflows/index.ts"),
    workflowInterceptorModules: [join(root, "workflows/forward-trace.ts")],
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {}, log() {} },
  });
  await mkdir(folder, { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  await writeFile(partial, code);
  await rename(partial, file);
  return { code, buildId };
}

/** Lists the files that the hash covers, in folders of any depth. */
export async function listSources(): Promise<string[]> {
  const lists = await Promise.all(sources.map(async (folder) => listFilesBelow(root, folder)));
  return lists.flat().filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
}

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { bundleWorkflowCode } from "@temporalio/worker";

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
  const buildId = await hashSources();
  const folder = join(cacheFolder, "workflows");
  const file = join(folder, `${buildId}.js`);
  const cached = await readFile(file, "utf8").catch(() => null);
  if (cached !== null) return { code: cached, buildId };
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, "workflows/index.ts"),
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {}, log() {} },
  });
  await mkdir(folder, { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  await writeFile(partial, code);
  await rename(partial, file);
  return { code, buildId };
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", ...(await listSources())]) {
    hash
      .update(file)
      .update("\0")
      .update(await readFile(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/** Lists the files that the hash covers, in folders of any depth. */
export async function listSources(): Promise<string[]> {
  const lists = await Promise.all(
    sources.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true }))
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => `${folder}/${name}`),
    ),
  );
  return lists.flat().toSorted();
}

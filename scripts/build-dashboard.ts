import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { findBuildFolder } from "#api/dashboard/find-build.ts";
import { formerBuildsMax, listFormerBuilds } from "#api/dashboard/load-build.ts";
import { loadConfigOrExit } from "#config.ts";

import { compressFiles } from "./dashboard/compress-files.ts";

/**
 * Process (part of `npm run build`; `npm start` runs it once for each content of the sources): builds the dashboard
 * into the cache. A finished build is renamed into place, so a reader never sees half of one.
 */
const config = loadConfigOrExit(process.env);
const source = fileURLToPath(new URL("../dashboard", import.meta.url));
const folder = await findBuildFolder(resolve(config.CACHE_DIR));
if (folder === null) {
  process.stdout.write("This installation has no sources of the dashboard.\n");
} else if (existsSync(folder)) {
  process.stdout.write(`The dashboard is in ${folder}.\n`);
} else {
  await build(folder);
  process.stdout.write(`The dashboard was built into ${folder}.\n`);
}

async function build(target: string): Promise<void> {
  const partial = `${target}.${randomUUID()}.partial`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await runVite(partial);
    await compressFiles(partial);
    await rename(partial, target).catch((error: unknown) => {
      // Another process has finished the same build first.
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  for (const former of (await listFormerBuilds(target)).slice(formerBuildsMax)) {
    await rm(former, { recursive: true, force: true });
  }
}

async function runVite(outDir: string): Promise<void> {
  const manifest = createRequire(join(source, "package.json")).resolve("vite/package.json");
  const vite = join(dirname(manifest), "bin/vite.js");
  const child = spawn(
    process.execPath,
    [vite, "build", "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"],
    {
      cwd: source,
      stdio: ["ignore", "inherit", "inherit"],
      // Under another value, such as that of a test run, the build would contain the development version of React.
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`Vite ended with code ${code ?? "none"}`);
}

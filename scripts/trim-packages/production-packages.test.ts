import { readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Code of `npm start` and `npm run demo`, which work after `npm ci --omit=dev`. */
const sources = [
  "{activities,api,catalog,dashboard,db,domain,intent,runtime,storage,studio,temporal,workflows}/**/*.{ts,tsx}",
  "clients/typescript/src/**/*.ts",
  "scripts/{dashboard,demo,embedded}/**/*.ts",
  "scripts/{build-dashboard,demo,start}.ts",
];
const packageFiles = ["package.json", "dashboard/package.json", "studio/package.json"];
/** Not types, which Node removes. */
const imports = /(?:^|\n)(?:import|export)\s(?!type\s)[^;]*?from "([^"]+)"|import\("([^"]+)"\)/g;

test("no process imports a package of the development dependencies", async () => {
  const installed = new Set(packageFiles.flatMap(listDependencies));
  const missing: string[] = [];
  for await (const file of glob(sources, { cwd: root, exclude: ["**/node_modules/**"] })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const text = await readFile(`${root}/${file}`, "utf8");
    for (const [, fixed, lazy] of text.matchAll(imports)) {
      const name = packageOf(fixed ?? lazy ?? "");
      if (name !== null && !installed.has(name)) missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

function listDependencies(file: string): string[] {
  // Safe to cast: npm wrote the lock file from it.
  const { dependencies } = JSON.parse(readFileSync(`${root}/${file}`, "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies);
}

/** Returns null for a file of the project and a module of Node. */
function packageOf(specifier: string): string | null {
  if (/^[.#/]/.test(specifier) || isBuiltin(specifier)) return null;
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

import { execFileSync } from "node:child_process";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/** The `package.json` of a client in this repository, whose entries are sources. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly engines: object;
  readonly dependencies?: object;
  readonly exports?: Readonly<Record<string, string>>;
}

/**
 * Writes the package that is published, by default into `dist` of the client's folder. `npm publish` runs in that
 * folder. Returns the folder.
 */
export async function buildPackage(
  folder: string,
  toFields: (source: Manifest) => object,
): Promise<string> {
  const { values } = parseArgs({
    options: { out: { type: "string", default: join(folder, "dist") } },
  });
  const out = resolve(values.out);
  const root = join(folder, "../..");

  await rm(out, { recursive: true, force: true });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const project = join(folder, "tsconfig.build.json");
  execFileSync(process.execPath, [compiler, "-p", project, "--outDir", out], { stdio: "inherit" });
  await copyFile(join(folder, "README.md"), join(out, "README.md"));
  await copyFile(join(root, "LICENSE"), join(out, "LICENSE"));

  const source = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
  const { name, version, description, license, type, engines, dependencies } = source;
  const published = { name, version, description, license, type, engines, dependencies };
  const manifest = { ...published, ...toFields(source) };
  await writeFile(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return out;
}

/** Fields of a library: `./src/node.ts` is built to `./node.js` and `./node.d.ts`. */
export function libraryFields({ exports = {} }: Manifest): object {
  const entries = Object.entries(exports).map(([name, path]) => {
    const built = path.replace("./src/", "./").replace(/\.ts$/, "");
    return [name, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return { sideEffects: false, exports: Object.fromEntries(entries) };
}

import { execFileSync } from "node:child_process";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/** Builds the package that is published, by default into `dist`. `npm publish` runs in that folder. */
const here = import.meta.dirname;
const { values } = parseArgs({ options: { out: { type: "string", default: join(here, "dist") } } });
const out = resolve(values.out);

await rm(out, { recursive: true, force: true });
const compiler = join(here, "../../node_modules/typescript/bin/tsc");
const project = join(here, "tsconfig.build.json");
execFileSync(process.execPath, [compiler, "-p", project, "--outDir", out], { stdio: "inherit" });
await copyFile(join(here, "README.md"), join(out, "README.md"));
await copyFile(join(here, "../../LICENSE"), join(out, "LICENSE"));

const source = JSON.parse(await readFile(join(here, "package.json"), "utf8")) as Source;
const { name, version, description, license, type, sideEffects, engines } = source;
const described = { name, version, description, license, type, sideEffects, engines };
const published = { ...described, exports: toBuilt(source.exports) };
await writeFile(join(out, "package.json"), `${JSON.stringify(published, null, 2)}\n`);

interface Source {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly sideEffects: boolean;
  readonly engines: object;
  readonly exports: Readonly<Record<string, string>>;
}

/** `./src/node.ts` is built to `./node.js` and `./node.d.ts`. */
function toBuilt(entries: Source["exports"]): object {
  return Object.fromEntries(
    Object.entries(entries).map(([name, path]) => {
      const built = path.replace("./src/", "./").replace(/\.ts$/, "");
      return [name, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
}

import { execFileSync } from "node:child_process";
import { chmod, copyFile, readFile, rm, writeFile } from "node:fs/promises";
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
await chmod(join(out, "gme.js"), 0o755);

const source = JSON.parse(await readFile(join(here, "package.json"), "utf8")) as Source;
const { scripts: _, private: __, ...published } = source;
const manifest = { ...published, bin: { gme: "./gme.js" } };
await writeFile(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

interface Source {
  readonly scripts: object;
  readonly private: boolean;
  readonly bin: Readonly<Record<string, string>>;
}

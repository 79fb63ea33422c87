import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Lets the programs of others judge the packed clients: `npm run clients:judges -- http://localhost:8080 gme_…`. publint
 * checks what an installation gets, and Node, Deno and Bun use the installed TypeScript client with a running engine. The two
 * runtimes are fetched when they run, because together they have 200 MB.
 */
const fetched = ["deno@2.9.6", "bun@1.4.5"];

const [, , url, key] = process.argv;
if (url === undefined || key === undefined) {
  throw new Error("Usage: npm run clients:judges -- <URL of the engine> <API key>");
}

const failed: string[] = [];
const home = await mkdtemp(join(tmpdir(), "gme-client-judges-"));
try {
  await judgeAll();
} finally {
  await rm(home, { recursive: true, force: true });
}
console.log(failed.length === 0 ? "All judges are content." : `Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function judgeAll(): Promise<void> {
  const tools = join(home, "tools");
  await install(tools, fetched);
  const bin = (name: string) => join(tools, "node_modules/.bin", name);

  const client = await pack("typescript");
  for (const tarball of [client, await pack("ai-sdk"), await pack("cli")]) {
    await judge(`publint ${tarball}`, resolve("node_modules/.bin/publint"), [tarball, "--strict"]);
  }

  const app = join(home, "app");
  await install(app, [client, "--offline"]);
  await copyFile(join(import.meta.dirname, "smoke.ts"), join(app, "smoke.ts"));
  await judge("Node", process.execPath, ["smoke.ts"], app);
  const allowed = ["--allow-net", "--allow-env", "--allow-read", "--no-check"];
  await judge("Deno", bin("deno"), ["run", ...allowed, "smoke.ts"], app);
  await judge("Bun", bin("bun"), ["smoke.ts"], app);
}

/** Builds and packs a client as `npm publish` does. Returns the path of the tarball. */
async function pack(name: string): Promise<string> {
  const built = join(home, name);
  await run(process.execPath, [`clients/${name}/build.ts`, "--out", built]);
  const tarball = join(home, `${name}.tgz`);
  const folder = join(home, `${name}-packed`);
  await mkdir(folder);
  await run("npm", ["pack", "--silent", "--pack-destination", folder, built]);
  await run("sh", ["-c", `mv "${folder}"/*.tgz "${tarball}"`]);
  return tarball;
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  if (!(await run("npm", ["install", "--no-audit", "--no-fund", ...packages], folder))) {
    throw new Error(`The installation of ${packages.join(", ")} failed.`);
  }
}

async function judge(
  name: string,
  command: string,
  args: readonly string[],
  cwd?: string,
): Promise<void> {
  console.log(`\n${name}`);
  if (!(await run(command, args, cwd))) failed.push(name);
}

async function run(command: string, args: readonly string[], cwd?: string): Promise<boolean> {
  const env = { ...process.env, GME_BASE_URL: url, GME_API_KEY: key };
  const options = { stdio: "inherit", env, ...(cwd === undefined ? {} : { cwd }) } as const;
  const [code] = (await once(spawn(command, [...args], options), "exit")) as [number | null];
  return code === 0;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";

/**
 * Lets the Python programs of others judge /openai/v1 of a running engine:
 * `npm run openai:judges -- http://localhost:8080/openai/v1 gme_…`. They are fetched when they run, each into its own
 * folder, because together they have a hundred packages and require different versions of the same ones.
 */
const judges = [
  { name: "openai", packages: ["openai==3.54.0"] },
  { name: "langchain", packages: ["langchain-openai==1.7.4", "langchain-community==0.4.2"] },
  {
    name: "llama_index",
    packages: [
      "llama-index-tools-openai-image-generation==0.7.0",
      "llama-index-llms-openai-like==0.8.1",
    ],
  },
] as const;

const [, , url, key] = process.argv;
if (url === undefined || key === undefined) {
  throw new Error("Usage: npm run openai:judges -- <URL of /openai/v1> <API key>");
}

const failed: string[] = [];
for (const { name, packages } of judges) {
  const folder = `.cache/python-judges/${packages.join("-")}`;
  const install = ["-m", "pip", "install", "--quiet", "--target", folder, ...packages];
  if (!existsSync(folder) && !(await run(install))) {
    await rm(folder, { recursive: true, force: true });
    failed.push(`installation of ${name}`);
    continue;
  }
  const started = performance.now();
  const script = `${import.meta.dirname}/judge_${name}.py`;
  if (!(await run([script, url, key], { PYTHONPATH: folder }))) failed.push(name);
  console.log(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
console.log(failed.length === 0 ? "All judges are content." : `Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const options = { stdio: "inherit", env: { ...process.env, ...env } } as const;
  const [code] = (await once(spawn("python3", [...args], options), "exit")) as [number | null];
  return code === 0;
}

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { type CodeBlock, listBlocksOf } from "#scripts/docs/code-blocks.ts";

import { checkLibreChat } from "./check-librechat.ts";
import { runCommand } from "./run-command.ts";

/**
 * Lets the Python programs of others judge /openai/v1 of a running engine:
 * `npm run openai:judges -- http://localhost:8080/openai/v1 gme_…`. They are fetched when they run, each into its own
 * folder, because together they have a hundred packages and require different versions of the same ones. The code of
 * docs/doors/openai.md that needs these packages runs, too, and LibreChat's own schema judges its configuration.
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
const publishedUrl = "http://localhost:8080/openai/v1";

const failed: string[] = [];
const blocks = listBlocksOf("openai:judges");
const isChecked = new Set<CodeBlock>();
/** The code of the page writes files. */
const cwd = await mkdtemp(join(tmpdir(), "gme-openai-judges-"));
for (const { name, packages } of judges) {
  const folder = resolve(".cache/python-judges", packages.join("-"));
  const install = ["-m", "pip", "install", "--quiet", "--target", folder, ...packages];
  if (!existsSync(folder) && !(await runCommand("python3", install))) {
    await rm(folder, { recursive: true, force: true });
    failed.push(`installation of ${name}`);
    continue;
  }
  const env = { PYTHONPATH: folder, API_KEY: key };
  const started = performance.now();
  const script = `${import.meta.dirname}/judge_${name}.py`;
  if (!(await runCommand("python3", [script, url, key], { env }))) failed.push(name);
  for (const block of blocks.filter((one) => one.code.includes(`from ${name}`))) {
    isChecked.add(block);
    const code = block.code.replaceAll(publishedUrl, url);
    if (!(await runCommand("python3", ["-c", code], { env, cwd }))) failed.push(placeOf(block));
  }
  console.log(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
for (const block of blocks.filter(({ language }) => language === "yaml")) {
  isChecked.add(block);
  if (!(await checkLibreChat(block.code))) failed.push(placeOf(block));
}
await rm(cwd, { recursive: true });
failed.push(...blocks.filter((block) => !isChecked.has(block)).map(placeOf));
console.log(failed.length === 0 ? "All judges are content." : `Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function placeOf({ page, line }: CodeBlock): string {
  return `${page}:${line}`;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/**
 * Lets the tools and runtimes of others judge the packed clients: `npm run client:judges -- http://localhost:8080 gme_…`.
 * `attw` checks that each entry resolves to code and types; Node, Deno and Bun run the same program against a running
 * engine. They are fetched when they run, because they are 250 MB.
 */
const tools = ["@arethetypeswrong/cli@0.18.5", "deno@2.9.6", "bun@1.4.5"];
const clients = ["client", "ai-sdk-provider"];
const sources: Readonly<Record<string, string>> = {
  client: "typescript",
  "ai-sdk-provider": "ai-sdk",
};

const [, , url, key] = process.argv;
if (url === undefined || key === undefined) {
  throw new Error("Usage: npm run client:judges -- <URL of an engine> <API key>");
}

const home = resolve(".cache/client-judges");
const packages = join(home, "node_modules/@gme");
const packed = join(home, "packed");
await mkdir(home, { recursive: true });
const manifest = { private: true, type: "module", allowScripts: { deno: true, bun: true } };
await writeFile(join(home, "package.json"), JSON.stringify(manifest));
await run("npm", ["install", "--no-audit", "--no-fund", ...tools]);
await rm(packed, { recursive: true, force: true });
await mkdir(packed, { recursive: true });
for (const name of clients) {
  const folder = join(packages, name);
  const build = resolve(`clients/${sources[name]}/build.ts`);
  await run(process.execPath, [build, "--out", folder]);
  await run("npm", ["pack", "--silent", "--pack-destination", packed], folder);
}

const failed: string[] = [];
const bin = join(home, "node_modules/.bin");
for (const archive of await readdir(packed)) {
  const attw = ["--profile", "esm-only", join(packed, archive)];
  if (!(await judge(join(bin, "attw"), attw))) failed.push(`attw of ${archive}`);
}
const program = join(home, "smoke.mjs");
await writeFile(program, smokeProgram());
const network = new URL(url).host;
const runtimes: readonly (readonly [string, string, readonly string[]])[] = [
  ["Node", process.execPath, []],
  ["Deno", join(bin, "deno"), ["run", "--quiet", `--allow-net=${network}`, "--allow-env"]],
  ["Bun", join(bin, "bun"), ["run"]],
];
for (const [name, command, options] of runtimes) {
  if (!(await judge(command, [...options, program, url, key]))) failed.push(name);
}
console.log(failed.length === 0 ? "All judges are content." : `Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** A job with its events, its file, an upload and an error, by the entries that need no Node. */
function smokeProgram(): string {
  return `
import { ApiError, MediaEngine } from "@gme/client";
import { isModelId } from "@gme/client/models";
import { verify } from "@gme/client/webhooks";

const [baseUrl, apiKey] = process.argv.slice(2);
const engine = new MediaEngine({ baseUrl, apiKey });
const percents = [];
const job = await engine.run(
  { capability: "text-to-image", prompt: "a red fox", parameters: { width: 320, height: 240 } },
  { maxCredits: 3, onProgress: ({ progress }) => percents.push(progress.percent) },
);
const blob = await job.output.blob();
if (blob.size !== job.output.bytes || !isModelId(job.model.id)) throw new Error("wrong result");
const copy = await engine.assets.upload(new File([blob], "fox.png", { type: "image/png" }));
if (copy.bytes !== blob.size) throw new Error("wrong upload");
const refusal = await engine.jobs.get("job_missing").catch((error) => error);
if (!ApiError.is(refusal, "job_not_found")) throw refusal;
const forged = await verify("{}", { "webhook-id": "m", "webhook-timestamp": String(Math.floor(Date.now() / 1000)), "webhook-signature": "v1,AAAA" }, "whsec_c2VjcmV0").catch((error) => error.name);
if (forged !== "WebhookVerificationError") throw new Error("accepted a forged message");
const runtime = globalThis.Deno ? "Deno " + Deno.version.deno : globalThis.Bun ? "Bun " + Bun.version : "Node " + process.version;
console.log(runtime + ": " + blob.size + " bytes, progress " + percents.join(" "));
`;
}

async function judge(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

async function run(command: string, args: readonly string[], cwd: string = home): Promise<void> {
  const [code] = (await once(spawn(command, [...args], { cwd, stdio: "inherit" }), "exit")) as [
    number | null,
  ];
  if (code !== 0) throw new Error(`${command} ended with code ${code ?? "none"}`);
}

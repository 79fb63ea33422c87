import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

import { listBlocksOf } from "#scripts/docs/code-blocks.ts";

import { judgeAuthorization } from "./authorize.ts";
import { startProxy } from "./proxy.ts";

/**
 * Lets the programs of others judge /mcp of a running engine: `npm run mcp:judges -- http://localhost:8080/mcp gme_…`. An engine with
 * the dashboard and OAUTH_DYNAMIC_REGISTRATION=1 is also judged as authorization server, with the
 * access token of a person in JUDGE_TOKEN.
 * They are fetched when they run, because together they have hundreds of packages: the conformance suite of the
 * protocol, the command line of its inspector, and the official client for Python.
 */
const suite = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const pythonClient = "mcp==2.3.0";
const pythonFolder = `.cache/python-judges/${pythonClient}`;

/** Scenarios that do not call tools of the suite's own fixture server. */
const scenarios = [
  ["2026-07-28", "server-stateless"],
  ["2026-07-28", "tools-list"],
  ["2026-07-28", "resources-list"],
  ["2026-07-28", "caching"],
  ["2026-07-28", "dns-rebinding-protection"],
  ["2026-07-28", "http-header-validation"],
  ["2026-07-28", "sep-2164-resource-not-found"],
  ["2025-11-25", "server-initialize"],
  ["2025-11-25", "ping"],
  ["2025-11-25", "tools-list"],
  ["2025-11-25", "resources-list"],
] as const;

/** Extensions belong to no revision. `fixture-calls.ts` translates their fixture tools. */
const extensionScenarios = [
  "tasks-lifecycle",
  "tasks-capability-negotiation",
  "tasks-wire-fields",
  "tasks-request-state-removal",
  "tasks-request-headers",
  "tasks-dispatch-and-envelope",
];

const [, , url, key] = process.argv;
if (url === undefined || key === undefined) {
  throw new Error("Usage: npm run mcp:judges -- <URL of /mcp> <API key>");
}

const failed: string[] = [];
const proxy = await startProxy(new URL(url), key);
for (const [revision, scenario] of scenarios) {
  await judgeServer(`${scenario} (${revision})`, [
    "--scenario",
    scenario,
    "--spec-version",
    revision,
  ]);
}
for (const scenario of extensionScenarios) {
  await judgeServer(scenario, ["--scenario", scenario]);
}
proxy.close();

const { origin } = new URL(url);
const { JUDGE_TOKEN: token } = process.env;
const metadata = await fetch(`${origin}/.well-known/oauth-authorization-server`);
if (metadata.ok && (await judgeAuthorization(suite, origin, token)) !== 0) {
  failed.push("authorization server");
}

// The inspector.
for (const { page, line, code } of listBlocksOf("mcp:judges")) {
  const script = code.replaceAll("http://localhost:8080/mcp", url).replace("npx ", "npx --yes ");
  await judge(`${page}:${line}`, "bash", ["-c", script], { GME_API_KEY: key });
}

const install = ["-m", "pip", "install", "--quiet", "--target", pythonFolder, pythonClient];
if (!existsSync(pythonFolder)) await judge("installation of the Python client", "python3", install);
const script = `${import.meta.dirname}/client.py`;
await judge("Python client", "python3", [script, url, key], { PYTHONPATH: pythonFolder });

console.log(failed.length === 0 ? "All judges are content." : `Failed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function judgeServer(name: string, about: readonly string[]): Promise<void> {
  const baseline = ["--expected-failures", `${import.meta.dirname}/baseline.yml`];
  await judge(name, "npx", ["--yes", suite, "server", "--url", proxy.url, ...about, ...baseline]);
}

async function judge(
  name: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const options = { stdio: "inherit", env: { ...process.env, ...env } } as const;
  const [code] = (await once(spawn(command, [...args], options), "exit")) as [number | null];
  if (code !== 0) failed.push(name);
}

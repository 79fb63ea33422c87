import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { parseAllDocuments } from "yaml";

import { refusals } from "./chart/refusals.ts";
import { chartFolder, listValueSets, recordedFile, sourceLine } from "./chart/value-sets.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/**
 * Checks the Helm chart: lints it, renders each set of values, validates the objects by the schemas of Kubernetes, compares
 * them with the recorded ones, and looks for the sentences of refused values. `--write` records the objects again.
 */
const run = promisify(execFile);
const outputBytesMax = 64 * 1_024 ** 2;
/** Kinds of other projects, whose schemas the validator does not have. */
const foreignKinds = new Set(["PodMonitor", "PrometheusRule", "ScaledObject"]);
const tools = {
  helm: "go install helm.sh/helm/v4/cmd/helm@v4.3.1",
  "kubernetes-validate": "pip install kubernetes-validate==1.37.0",
};

for (const [tool, install] of Object.entries(tools)) {
  if (await isThere(tool)) continue;
  console.error(`NOT CHECKED: ${tool} is missing from PATH. Install it with: ${install}`);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), "gme-chart-"));
const problems: string[] = [];
try {
  const line = await sourceLine();
  const recorded: Record<string, string> = {};
  for (const set of await listValueSets()) {
    const values = `${chartFolder}/ci/${set}.yaml`;
    await expectPass("helm", ["lint", "--strict", "--quiet", chartFolder, "--values", values]);
    const text = await render(["--values", values]);
    await validate(set, await render(["--values", values, ...monitoring("true")]));
    recorded[recordedFile(set)] = `${line}\n${text}`;
  }
  for (const { flags, says } of refusals) {
    const values = ["--values", `${chartFolder}/ci/minimal.yaml`];
    const told = await render([...values, ...flags]).then(() => "accepted", String);
    if (!told.includes(says)) problems.push(`${flags.join(" ")}: expected "${says}": ${told}`);
  }
  await writeGenerated(recorded, {
    command: "npm run chart:check -- --write",
    isCheck: !process.argv.includes("--write"),
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
if (!process.exitCode) console.log(`the chart renders, validates and refuses as recorded`);

async function isThere(tool: string): Promise<boolean> {
  return run("sh", ["-c", `command -v ${tool}`]).then(
    () => true,
    () => false,
  );
}

/** Rules and dashboards change with alarms and panels, so they are validated and not recorded. */
function monitoring(flag: "true" | "false"): string[] {
  return ["--set", `monitoring.rules=${flag},monitoring.dashboards=${flag}`];
}

async function render(flags: readonly string[]): Promise<string> {
  const args = ["template", "gme", chartFolder, "--namespace", "gme", ...monitoring("false")];
  const { stdout } = await run("helm", [...args, ...flags], { maxBuffer: outputBytesMax });
  return stdout;
}

async function validate(set: string, text: string): Promise<void> {
  const documents = parseAllDocuments(text).filter((document) => document.contents !== null);
  const known = documents.filter((document) => !foreignKinds.has(String(document.get("kind"))));
  const file = join(folder, `${set}.yaml`);
  await writeFile(file, known.map(String).join("---\n"));
  await expectPass("kubernetes-validate", ["--strict", "--kubernetes-version", "1.36.0", file]);
  console.log(`${set}: ${documents.length} objects, ${known.length} validated`);
}

async function expectPass(command: string, args: readonly string[]): Promise<void> {
  await run(command, [...args], { maxBuffer: outputBytesMax }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    problems.push(`${command} ${args.join(" ")}\n${stdout}${stderr}`);
  });
}

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Document } from "./client-view.ts";
import { installRequirements } from "./install-requirements.ts";
import { toEntries } from "./operations-table.ts";
import { toPythonView } from "./python-view.ts";

const execute = promisify(execFile);

const folder = "clients/python/src/gme_client";
const requirements = "clients/python/requirements-generate.txt";
const syncProgram = "clients/python/write_sync.py";
/** Written by hand for each kind of client. */
const platform = "platform.py";
const modelOptions = [
  "--input-file-type openapi --openapi-scopes schemas --output-model-type pydantic_v2.BaseModel",
  "--base-class gme_client._core.api_object.ApiObject --target-python-version 3.11 --formatters builtin",
  "--snake-case-field --no-alias --use-annotated --use-type-alias --enum-field-as-literal all",
  "--naming-strategy full-path --use-schema-description --use-field-description",
  "--use-single-line-docstring --disable-timestamp",
].join(" ");

interface Sources {
  readonly document: Document;
  readonly version: string;
  readonly isCheck: boolean;
}

/** Returns the generated files of the Python client, keyed by their path. */
export async function writePythonPackage({
  document,
  version,
  isCheck,
}: Sources): Promise<Record<string, string>> {
  const view = JSON.stringify(toPythonView(document));
  const pinned = await readFile(requirements, "utf8");
  const models = {
    path: `${folder}/models.py`,
    source: view + modelOptions + pinned,
    generate: async () => generateModels(view),
  };
  const program = await readFile(syncProgram, "utf8");
  const names = (await readdir(`${folder}/_async`)).filter((name) => name.endsWith(".py"));
  const sync = names
    .filter((name) => name !== platform)
    .map(async (name) => ({
      path: `${folder}/_sync/${name}`,
      source: (await readFile(`${folder}/_async/${name}`, "utf8")) + program + pinned,
      generate: async () => generateSync(`${folder}/_async/${name}`),
    }));
  const generated = [models, ...(await Promise.all(sync))].map(async (file) => [
    file.path,
    await keepOrGenerate(file, isCheck),
  ]);
  return {
    [`${folder}/_core/operations.py`]: writeTable(document),
    [`${folder}/_version.py`]: `${note("docs/openapi.json")}\nversion = ${JSON.stringify(version)}\n`,
    ...(Object.fromEntries(await Promise.all(generated)) as Record<string, string>),
  };
}

function note(source: string): string {
  return `# Written by scripts/write-clients.ts from ${source}. Do not edit.`;
}

function writeTable(document: Document): string {
  const lines = toEntries(document).map(
    ({ id, line }) => `    ${JSON.stringify(id)}: ${JSON.stringify(line)},`,
  );
  return [
    note("docs/openapi.json"),
    "from typing import Final",
    "",
    "# Method and path; once: takes an Idempotency-Key; raw: the response is not JSON;",
    "# redirect: it is a redirect; public: takes no credential.",
    "operations: Final[dict[str, str]] = {",
    ...lines,
    "}",
    "",
  ].join("\n");
}

interface GeneratedFile {
  readonly path: string;
  /** Everything on which the text depends. */
  readonly source: string;
  readonly generate: () => Promise<string>;
}

/**
 * The generators are Python packages that pip installs. The first lines of a file have the hashes of its source and of
 * the text below, so a check finds every file that is out of date or was edited, without the generators.
 */
async function keepOrGenerate(
  { path, source, generate }: GeneratedFile,
  isCheck: boolean,
): Promise<string> {
  const current = await readFile(path, "utf8").catch(() => "");
  const body = current.split("\n").slice(headLines).join("\n");
  if (current === addHead(body, source)) return current;
  return isCheck ? "" : addHead(await generate(), source);
}

const headLines = 3;

function addHead(body: string, source: string): string {
  const head = [note("its source"), `# source: ${hash(source)}`, `# content: ${hash(body)}`];
  return [...head, body].join("\n");
}

async function generateModels(view: string): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), "gme-python-models-"));
  try {
    const input = join(temporary, "view.json");
    const output = join(temporary, "models.py");
    await writeFile(input, view);
    const files = ["--input", input, "--output", output, ...modelOptions.split(" ")];
    await runPython(["-W", "ignore", "-m", "datamodel_code_generator", ...files]);
    // The comment of the generator names the temporary file.
    return (await readFile(output, "utf8")).replace(/^(?:#.*\n)+\n*/, "");
  } finally {
    await rm(temporary, { recursive: true });
  }
}

async function generateSync(path: string): Promise<string> {
  return runPython([syncProgram, path]);
}

let installing: Promise<string> | undefined;

async function runPython(args: readonly string[]): Promise<string> {
  installing ??= installRequirements(requirements);
  const packages = await installing;
  const { stdout } = await execute("python3", args, {
    env: { ...process.env, PYTHONPATH: packages },
  });
  return stdout;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

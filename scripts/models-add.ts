import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

import { z } from "zod";

import { readModelsFile } from "#catalog/own/read-models-file.ts";
import { isProblem, parseWorkflow } from "#catalog/own/workflow.ts";
import { reservedVariables } from "#config.ts";
import { capabilities } from "#domain/requests/capability.ts";

import { addToFile } from "./models-add/add-to-file.ts";
import { missingClasses, proposeModel, type NodeClasses } from "./models-add/propose-model.ts";

const usage = `npm run models:add -- --comfyui <URL> --workflow <file.json>
  --file <models.yaml>        file to change; default: MODELS_FILE, or models.yaml
  --id <id>                   id of the model; default: the name of the workflow's file
  --slug <slug>               name of a new server; default: comfyui
  --capability <capability>   default: by the workflow's nodes
  --header <name>=<VARIABLE>  header of every request, with its value in an environment variable
`;

const statsSchema = z.object({ system: z.object({ comfyui_version: z.string().default("?") }) });
const classesSchema = z.record(
  z.string(),
  z.object({
    output_node: z.boolean().optional(),
    input: z
      .object({
        required: z.record(z.string(), z.unknown()).exactOptional(),
        optional: z.record(z.string(), z.unknown()).exactOptional(),
      })
      .catch({}),
  }),
);

/** Process: adds a ComfyUI workflow to `MODELS_FILE`, with what callers may set of it. */
process.exit(await run().catch(fail));

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      comfyui: { type: "string" },
      workflow: { type: "string" },
      file: { type: "string", default: process.env["MODELS_FILE"] ?? "models.yaml" },
      id: { type: "string" },
      slug: { type: "string", default: "comfyui" },
      capability: { type: "string" },
      header: { type: "string", multiple: true, default: [] },
    },
  });
  const { comfyui: server, workflow: path, file } = values;
  if (server === undefined || path === undefined) throw new Error(usage);
  const source = readFileSync(path, "utf8");
  const workflow = parseWorkflow(source);
  if (isProblem(workflow)) throw new Error(`${basename(path)} ${workflow.problem}`);
  const headersEnv = Object.fromEntries(
    values.header.map((each) => [each.split("=")[0] ?? "", each.split("=")[1] ?? ""]),
  );
  const baseUrl = server.replace(/\/+$/, "");
  const { version, classes } = await askServer(baseUrl, headersEnv);
  const missing = missingClasses(workflow, classes);
  if (missing.length > 0) throw new Error(`The server lacks these nodes: ${missing.join(", ")}`);
  const titles = titlesOf(source);
  const proposed = proposeModel(workflow, { classes, titleOf: (node) => titles[node] ?? "" });
  const capability = capabilities.find((each) => each === values.capability);
  if (values.capability !== undefined && capability === undefined) {
    throw new Error(`--capability must be one of ${capabilities.join(", ")}`);
  }
  const id = values.id ?? basename(path).replace(/(\.api)?\.json$/, "");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const link = relative(dirname(resolve(file)), resolve(path));
  const text = addToFile(before, {
    baseUrl,
    slug: values.slug,
    id,
    workflow: link.startsWith(".") ? link : `./${link}`,
    headersEnv,
    model: { ...proposed, capability: capability ?? proposed.capability },
  });
  writeFileSync(file, text);
  report({ file, id, version, ...proposed, capability: capability ?? proposed.capability });
  const { problems } = readModelsFile(file, reservedVariables());
  for (const problem of problems) process.stderr.write(`${basename(file)}:${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

async function askServer(
  baseUrl: string,
  headersEnv: Readonly<Record<string, string>>,
): Promise<{ version: string; classes: NodeClasses }> {
  const headers = Object.fromEntries(
    Object.entries(headersEnv).map(([name, variable]) => [name, process.env[variable] ?? ""]),
  );
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`${path} responds with ${response.status}`);
    return response.json();
  };
  const { system } = statsSchema.parse(await ask("/system_stats"));
  return {
    version: system.comfyui_version,
    classes: classesSchema.parse(await ask("/object_info")),
  };
}

/** Titles that the editor gives nodes, which the workflow's reader drops. */
function titlesOf(source: string): Record<string, string> {
  const schema = z.record(
    z.string(),
    z.object({ _meta: z.object({ title: z.string() }).optional().catch(undefined) }),
  );
  return Object.fromEntries(
    Object.entries(schema.parse(JSON.parse(source))).map(([node, { _meta }]) => [
      node,
      _meta?.title ?? "",
    ]),
  );
}

function report(added: {
  file: string;
  id: string;
  version: string;
  capability: string;
  parameters: Readonly<Record<string, { readonly at: string | readonly string[] }>>;
  further: readonly string[];
}): void {
  const { file, id, version, capability, parameters, further } = added;
  const lines = [
    `ComfyUI ${version}: ${id} (${capability}) is in ${file}.`,
    ...Object.entries(parameters).map(([name, { at }]) => `  ${name}: ${[at].flat().join(", ")}`),
    ...(further.length === 0 ? [] : ["Not set by callers; add what they should set:"]),
    ...further.map((each) => `  ${each}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function fail(error: unknown): number {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}

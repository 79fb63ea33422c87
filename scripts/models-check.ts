import { basename } from "node:path";

import { readModelsFile } from "#catalog/own/read-models-file.ts";
import { reservedVariables } from "#config.ts";

/**
 * Process: checks the file of own servers and models, `MODELS_FILE` or its argument. Prints each problem with its line and
 * column, and exits with code 1 if there is one.
 */
const path = process.argv[2] ?? process.env["MODELS_FILE"] ?? "";
process.exit(path === "" ? explain() : check());

function explain(): number {
  process.stderr.write("Set MODELS_FILE, or name the file: npm run models:check -- models.yaml\n");
  return 1;
}

function check(): number {
  const { own, problems } = readModelsFile(path, reservedVariables());
  if (own === null) {
    for (const problem of problems) process.stderr.write(`${basename(path)}:${problem}\n`);
    return 1;
  }
  for (const { slug, baseUrl, models } of own.providers) {
    process.stdout.write(`${slug} at ${baseUrl}: ${models.map(({ id }) => id).join(", ")}\n`);
  }
  const missing = own.variables.filter((name) => (process.env[name] ?? "") === "");
  for (const name of missing) {
    process.stdout.write(`${name} is not set here: its models need it in API and worker\n`);
  }
  return 0;
}

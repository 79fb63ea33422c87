import { readFile, writeFile } from "node:fs/promises";

import { createOpenapiDocument } from "#api/openapi.ts";
import { routes } from "#api/routes/index.ts";

/** Writes docs/openapi.json; with `--check` only says whether it is up to date. */
const file = "docs/openapi.json";
const document = `${JSON.stringify(createOpenapiDocument(routes, { publicUrl: "" }), null, 2)}\n`;

if (process.argv.includes("--check")) {
  const written = await readFile(file, "utf8").catch(() => "");
  if (written !== document) {
    process.stderr.write(`${file} is out of date: run \`npm run docs\`.\n`);
    process.exitCode = 1;
  }
} else {
  await writeFile(file, document);
}

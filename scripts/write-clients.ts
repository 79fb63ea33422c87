import { readFile } from "node:fs/promises";

import { generateTypes } from "#clients/typescript/generate-types.ts";

import { otherValue, toClientView, type Document } from "./clients/client-view.ts";
import { writeModels } from "./clients/models-table.ts";
import { writeOperations } from "./clients/operations-table.ts";
import { writePythonPackage } from "./clients/python-package.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/**
 * Writes the generated files of the clients from docs/openapi.json; with `--check` only reports whether they are
 * up to date.
 */
const openapi = new URL("../docs/openapi.json", import.meta.url);
const view = toClientView(JSON.parse(await readFile(openapi, "utf8")) as Document);
const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
const isCheck = process.argv.includes("--check");
const folder = "clients/typescript/src/generated";
await writeGenerated(
  {
    [`${folder}/types.ts`]: keepLiterals(await generateTypes(view)),
    [`${folder}/operations.ts`]: writeOperations(view),
    [`${folder}/models.ts`]: writeModels(),
    ...(await writePythonPackage({ document: view, version, isCheck })),
  },
  { command: "npm run clients" },
);

/** Keeps the literals of `"queued" | string` in the type, where editors suggest them. */
function keepLiterals(types: string): string {
  const plain = `export type ${otherValue} = string;`;
  if (!types.includes(plain)) throw new Error(`Expected "${plain}" in the generated types.`);
  return types.replace(plain, `export type ${otherValue} = string & {};`);
}

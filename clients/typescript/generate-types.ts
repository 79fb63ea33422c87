import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createClient } from "@hey-api/openapi-ts";

/** Generates the TypeScript types of an OpenAPI document. */
export async function generateTypes(document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "gme-client-types-"));
  try {
    await createClient({
      input: document as never,
      output: folder,
      logs: { level: "silent" },
      parser: { transforms: { readWrite: { enabled: false } } },
      plugins: ["@hey-api/typescript"],
    });
    return await readFile(join(folder, "types.gen.ts"), "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

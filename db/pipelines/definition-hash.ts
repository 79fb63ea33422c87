import { createHash } from "node:crypto";

import { canonicalJson } from "#domain/canonical-json.ts";
import type { Definition } from "#domain/pipelines/definition.ts";

/**
 * Hashes a definition (SHA-256). The order of fields does not matter, except that of the outputs: the first file is
 * the output of a run.
 */
export function hashDefinition(definition: Definition): string {
  const ordered = { ...definition, outputs: Object.entries(definition.outputs) };
  return createHash("sha256").update(canonicalJson(ordered)).digest("hex");
}

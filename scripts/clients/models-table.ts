import { providers } from "#catalog/index.ts";
import { isSold } from "#domain/routing/lifecycle.ts";

/** Writes the models of the catalog that are offered, as a typed list. */
export function writeModels(): string {
  const rows = providers.flatMap(({ slug, models }) =>
    models
      .filter(({ lifecycle }) => isSold(lifecycle.status))
      .map(({ id, name: displayName, capabilities }) =>
        JSON.stringify({ id, displayName, provider: slug, capabilities }),
      ),
  );
  return (
    "// Generated from the catalog by scripts/write-clients.ts. Do not edit.\n\n" +
    `export const catalog = [\n${rows.map((row) => `  ${row},`).join("\n")}\n] as const;\n`
  );
}

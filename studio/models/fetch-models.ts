import { ensureModels } from "./ensure-models.ts";
import { packs, defaultModelsFolder } from "./packs.ts";

/**
 * `npm run studio:models [pack…]`: installs the named model packs, or the default ones. Exits with
 * status 1 when a pack is unknown or could not be installed.
 */
const asked = process.argv.slice(2);
const unknown = asked.filter((id) => !packs.some((pack) => pack.id === id));
if (unknown.length > 0) {
  const known = packs.map(({ id, title }) => `  ${id}: ${title}`).join("\n");
  console.error(`There is no pack ${unknown.join(", ")}. There are:\n${known}`);
  process.exit(1);
}

// oxlint-disable-next-line node/no-process-env -- a process file: it reads this one variable
const folder = process.env["STUDIO_MODELS_DIR"] ?? defaultModelsFolder;
const { missing } = await ensureModels({
  folder,
  log: (line) => console.log(line),
  ...(asked.length > 0 ? { ids: asked } : {}),
});
process.exitCode = missing.length > 0 ? 1 : 0;

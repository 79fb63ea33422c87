import { engine } from "./engine.ts";
import { saveFile } from "./save-file.ts";

/** Lets the browser save what an export returns, one JSON object a line. */
export async function saveExport({
  path,
  name,
}: {
  readonly path: `/app/${string}`;
  readonly name: string;
}): Promise<void> {
  const response = await engine.fetch(path, { method: "POST" });
  const day = new Date().toISOString().slice(0, 10);
  saveFile(await response.blob(), `${name}-${day}.ndjson`);
}

import { engine } from "./engine.ts";

/** Lets the browser save what an export returns, one JSON object a line. */
export async function saveExport({
  path,
  name,
}: {
  readonly path: `/app/${string}`;
  readonly name: string;
}): Promise<void> {
  const response = await engine.fetch(path, { method: "POST" });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.ndjson`;
  link.click();
  URL.revokeObjectURL(url);
}

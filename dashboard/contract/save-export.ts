import { engine } from "./engine.ts";

/** Downloads the person's data and lets the browser save the file. */
export async function saveExport(): Promise<void> {
  const response = await engine.fetch("/app/account/export", { method: "POST" });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = `account-${new Date().toISOString().slice(0, 10)}.ndjson`;
  link.click();
  URL.revokeObjectURL(url);
}

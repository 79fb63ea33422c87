import { engine } from "./engine.ts";

/** Uploads a file as an asset of the organization; returns its id. */
export async function uploadFile(file: File): Promise<string> {
  const form = new FormData();
  form.append("name", file.name);
  form.append("file", file);
  const { assetId } = await engine.request("createAsset", { body: form });
  return assetId;
}

import { isMap, isSeq, parseDocument, type Document } from "yaml";

import type { ProposedModel } from "./propose-model.ts";

export interface Addition {
  readonly baseUrl: string;
  readonly slug: string;
  readonly id: string;
  /** Path of the workflow, relative to the file. */
  readonly workflow: string;
  readonly headersEnv: Readonly<Record<string, string>>;
  readonly model: ProposedModel;
}

/** Returns the text of a file with one more model, at the server with the same URL or at a new one. Comments stay. */
export function addToFile(text: string, addition: Addition): string {
  const document: Document = parseDocument(text.trim() === "" ? "providers: []\n" : text);
  const { baseUrl, slug, headersEnv } = addition;
  const servers = document.get("providers", true);
  if (!isSeq(servers)) document.set("providers", document.createNode([]));
  const list = document.get("providers", true);
  if (!isSeq(list)) throw new Error("expected a list of providers");
  list.flow = false;
  const server = list.items.find((each) => isMap(each) && each.get("baseUrl") === baseUrl);
  const models = isMap(server) ? server.get("models", true) : undefined;
  const model = document.createNode(toEntry(addition));
  if (isSeq(models)) models.add(model);
  else {
    const headers = Object.keys(headersEnv).length === 0 ? {} : { headersEnv };
    const entry = { slug, protocol: "comfyui", baseUrl, ...headers, models: [toEntry(addition)] };
    list.add(document.createNode(entry));
  }
  return document.toString();
}

function toEntry({ id, workflow, model }: Addition): object {
  const { capability, parameters, output } = model;
  return {
    id,
    capabilities: [capability],
    workflow,
    parameters,
    ...(output === null ? {} : { output: { node: output } }),
  };
}

import type { ChatRequest, GenerationRequest } from "@gme/client";

import type { Draft, DraftFile } from "./draft.ts";

/**
 * Draft of a request that is pasted as a curl command, such as the one of the code dialog; null for any other text. What a
 * draft does not express, such as metadata and the price limit, is left out.
 */
export function draftOfCurl(text: string, key: string): Draft | null {
  if (!/^\s*curl\s/.test(text)) return null;
  const body = readBody(text);
  if (body === null) return null;
  const { message, capability, prompt, parameters = {}, model, inputs = [] } = body;
  if (typeof message !== "string" && typeof capability !== "string") return null;
  return {
    text: message ?? prompt ?? "",
    files: inputs.flatMap(({ kind, assetId }): DraftFile[] =>
      assetId === undefined ? [] : [{ id: assetId, name: kind, kind, assetId }],
    ),
    fields:
      capability === undefined
        ? null
        : { capability, parameters, ...(typeof model === "string" ? { model } : {}) },
    key,
  };
}

/** The engine checks the values; only what would break the form is refused here. */
function readBody(text: string): Partial<ChatRequest & GenerationRequest> | null {
  const [, single, double] =
    /\s(?:-d|--data|--data-raw|--data-binary|--json)[\s=]*(?:'((?:[^']|'\\'')*)'|"((?:[^"\\]|\\.)*)")/s.exec(
      text,
    ) ?? [];
  const json =
    single?.replaceAll(String.raw`'\''`, "'") ?? double?.replaceAll(/\\(["\\$`])/g, "$1");
  try {
    const body = JSON.parse(json ?? "") as Partial<ChatRequest & GenerationRequest> | null;
    const isObject = typeof body === "object" && body !== null;
    return isObject && Array.isArray(body.inputs ?? []) ? body : null;
  } catch {
    return null;
  }
}

import { existsSync } from "node:fs";

import type { RecordedCall, RecordedExchange } from "#scripts/providers-check/recorded-call.ts";

import { providerDocument } from "./provider-document.ts";

/** Problems of the recorded JSON by the provider's document; none without a document. */
export async function problemsOfRecording({ slug, exchanges }: RecordedCall): Promise<string[]> {
  const file = new URL(`../../fixtures/provider-schemas/${slug}.json`, import.meta.url);
  if (!existsSync(file)) return [];
  const document = providerDocument(slug);
  const problems = exchanges.map(async (exchange) => {
    const { response, status } = exchange;
    const answer = { status, ...("json" in response ? { json: response.json } : {}) };
    return document.problems(toReceived(exchange), answer);
  });
  return (await Promise.all(problems)).flat();
}

/** The contents of files are not recorded, so forms are validated without a body. */
function toReceived({ method, url, request }: RecordedExchange) {
  const json = "json" in request ? JSON.stringify(request.json) : "";
  return {
    method,
    url: new URL(url),
    headers: { "content-type": "application/json" },
    body: Buffer.from(json),
  };
}

import type { IncomingMessage, ServerResponse } from "node:http";

import { StudioError, errorCatalog } from "#studio/errors.ts";

const retryAfterSeconds = 5;

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.byteLength,
    "cache-control": "no-store",
  });
  response.end(bytes);
}

/** Sends `{ error: { code, message, issues? } }`. Hides the details of unexpected errors. */
export function sendError(response: ServerResponse, error: unknown): void {
  const known =
    error instanceof StudioError ? error : new StudioError("internal", "Studio failed.");
  const { code, message, issues } = known;
  const { status } = errorCatalog[code];
  if (status === 429 || status === 503) response.setHeader("retry-after", retryAfterSeconds);
  sendJson(response, status, {
    error: { code, message, ...(issues.length > 0 ? { issues } : {}) },
  });
}

const bodyBytesMax = 1024 * 1024;

/** Parses a JSON body of at most 1 MiB. Throws `invalid_json`. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    receivedBytes += chunk.byteLength;
    if (receivedBytes > bodyBytesMax) {
      throw new StudioError("invalid_json", `The body may have ${bodyBytesMax} bytes at most.`);
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    throw new StudioError("invalid_json", "The body is not JSON.", { cause: error });
  }
}

import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

import { StudioError } from "#studio/errors.ts";

export interface ServedFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Sends an immutable file or a single range of it (RFC 9110, section 14). A request for several
 * ranges receives the whole file, as the RFC allows. Throws `range_not_satisfiable`.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ServedFile,
): Promise<void> {
  const etag = `"${file.sha256}"`;
  response.setHeader("etag", etag);
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("cache-control", "private, max-age=86400, immutable");
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304).end();
    return;
  }

  const condition = request.headers["if-range"];
  const wanted = condition === undefined || condition === etag ? request.headers.range : undefined;
  const range = parseRange(wanted, file.bytes);
  if (range === "unsatisfiable") {
    response.setHeader("content-range", `bytes */${file.bytes}`);
    throw new StudioError("range_not_satisfiable", `The file has ${file.bytes} bytes.`);
  }

  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) response.setHeader("content-range", `bytes ${start}-${end}/${file.bytes}`);
  response.writeHead(range ? 206 : 200, {
    "content-type": file.contentType,
    "content-length": end - start + 1,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  await pipeline(createReadStream(file.path, { start, end }), response);
}

/** Parses a `Range` header. `start` and `end` are inclusive; null means the whole file. */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;

  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "unsatisfiable" : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= bytes) return "unsatisfiable";
  return { start, end: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

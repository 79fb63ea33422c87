import type { Readable } from "node:stream";

import { namesEtag } from "#api/http/etag.ts";
import type { MediaTypes, RawAnswer, RouteInput } from "#api/http/route.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { extensionOf } from "#storage/media-type.ts";
import type { ByteRange, Storage } from "#storage/storage.ts";

export const fileMedia: MediaTypes = {
  media: {
    "image/*": "An image.",
    "video/*": "A video.",
    "audio/*": "An audio file.",
    "model/*": "A 3D model.",
    "text/*": "Transcript or description.",
    "application/*": "Any other file.",
  },
};

/** Media types displayed in the browser. Any other file is downloaded, so that no file can run a script. */
const inlineTypes = /^(image\/(?!svg)|video\/|audio\/|text\/plain)/;

/** Stored file of a row. */
export interface ServedFile {
  readonly id: string;
  readonly storageKey: string;
  readonly contentType: string;
  readonly sha256: string;
}

/**
 * Serves a file, or one range of it (RFC 9110, section 14). A file never changes, so its checksum is its
 * ETag. Throws `range_not_satisfiable`, or `gone` when the file is deleted.
 */
export async function serveFile(
  served: ServedFile,
  storage: Storage,
  {
    request,
    setHeader,
    cacheControl,
    gone,
  }: Pick<RouteInput<unknown, unknown, unknown>, "request" | "setHeader"> & {
    readonly cacheControl: string;
    /** Error for a row whose file is deleted. */
    readonly gone: ErrorCode;
  },
): Promise<RawAnswer> {
  const file = await storage.stat(served.storageKey);
  if (file === null) throw new AppError(gone);
  const etag = `"${served.sha256}"`;
  const headers = { ...fileHeaders(served), ETag: etag, "Cache-Control": cacheControl };
  if (namesEtag(request.header("if-none-match"), etag)) {
    return { status: 304, headers: { ETag: etag, "Cache-Control": cacheControl }, body: null };
  }
  const ifRange = request.header("if-range");
  const range =
    ifRange === undefined || ifRange === etag
      ? parseRange(request.header("range"), file.bytes)
      : null;
  if (range === "outside") {
    setHeader("Content-Range", `bytes */${file.bytes}`);
    throw new AppError("range_not_satisfiable", { details: { bytes: file.bytes } });
  }
  const body = (part?: ByteRange): Readable | null =>
    request.method === "HEAD" ? null : storage.read(served.storageKey, part);
  if (range === null) {
    return {
      status: 200,
      headers: { ...headers, "Content-Length": String(file.bytes) },
      body: body(),
    };
  }
  const length = range.end - range.start + 1;
  return {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": String(length),
      "Content-Range": `bytes ${range.start}-${range.end}/${file.bytes}`,
    },
    body: body(range),
  };
}

function fileHeaders({ id, contentType }: ServedFile): Record<string, string> {
  const disposition = inlineTypes.test(contentType) ? "inline" : "attachment";
  return {
    "Content-Type": contentType,
    "Content-Disposition": `${disposition}; filename="${id}.${extensionOf(contentType)}"`,
    "Accept-Ranges": "bytes",
    "Content-Security-Policy":
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'",
    // Front ends on other origins may embed the file; the signed URL or the credential controls access.
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

/** Null means the whole file. Ignores a header that is not a byte range or has several ranges. */
function parseRange(header: string | undefined, bytes: number): ByteRange | "outside" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (match === null) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const isOutside = start >= bytes || (first === "" && Number(last) === 0);
  return isOutside ? "outside" : { start, end };
}

import type { IncomingMessage } from "node:http";

import { AppError, type Issue } from "#domain/errors.ts";

import { pointerOf } from "./issues.ts";
import { bodyTooLarge } from "./middleware/body-size.ts";

/**
 * The JSON body of a request. Throws `content_type_unsupported`, `body_too_large`, `body_malformed`
 * (not UTF-8, not JSON, empty), `request_aborted`, or `request_invalid` for text that cannot be stored.
 */
export async function readJsonBody(
  request: IncomingMessage,
  { bytesMax }: { bytesMax: number },
): Promise<unknown> {
  checkContentType(request);
  const text = decode(await readBytes(request, bytesMax));
  const value = parse(text);
  // Only text with such an escape can hold what PostgreSQL refuses; the walk is for that case alone.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) checkText(value);
  return value;
}

function checkContentType(request: IncomingMessage): void {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1]?.toLowerCase())
    .find((name) => name !== undefined);
  const encoding = request.headers["content-encoding"] ?? "identity";
  const isJson = type.trim().toLowerCase() === "application/json";
  const isUtf8 = charset === undefined || charset === "utf-8" || charset === "utf8";
  if (isJson && isUtf8 && encoding === "identity") return;
  throw new AppError("content_type_unsupported", {
    message: !isJson
      ? "The content type must be application/json."
      : isUtf8
        ? "Compressed bodies are not supported."
        : "The charset must be utf-8.",
  });
}

/** A whole body. Throws `body_too_large`, or `request_aborted` when the sender stops. */
export async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Leaving the loop must not destroy the connection: the refusal is still to be sent over it.
    const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw bodyTooLarge(bytesMax);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("request_aborted", { cause: error });
  }
  return Buffer.concat(chunks, bytes);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AppError("body_malformed", { message: "The body is not valid UTF-8." });
  }
}

function parse(text: string): unknown {
  if (text.trim() === "") throw new AppError("body_malformed", { message: "The body is empty." });
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError("body_malformed", { cause: error });
  }
}

/** NUL and half surrogate pairs are JSON, but no database text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function checkText(value: unknown): void {
  const issues: Issue[] = [];
  const visit = (part: unknown, path: readonly string[]): void => {
    if (typeof part === "string" && !isStorable(part)) {
      issues.push({
        pointer: pointerOf("body", path),
        code: "wrong_text",
        message: "Text must be well-formed Unicode without NUL.",
      });
    } else if (typeof part === "object" && part !== null) {
      for (const [name, inner] of Object.entries(part)) {
        visit(name, [...path, name]);
        visit(inner, [...path, name]);
      }
    }
  };
  visit(value, []);
  if (issues.length > 0) throw new AppError("request_invalid", { issues });
}

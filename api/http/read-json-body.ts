import type { IncomingMessage } from "node:http";

import { AppError, type Issue } from "#domain/errors.ts";
import { checkJsonShape } from "#runtime/json-shape.ts";

import { bodyTooLarge } from "./body-size.ts";
import { issuesMax, pointerOf } from "./issues.ts";
import { isForm, unexpectedForm } from "./read-upload.ts";

/**
 * Limits under which a body is parsed and validated in a few milliseconds. The largest batch has 100 values
 * per item.
 */
const bodyLimits = { levelsMax: 64, fieldsMax: 200, valuesMax: 100_000 };

/**
 * Reads and parses a JSON body. Throws `content_type_unsupported`, `body_too_large`, `body_malformed` (not
 * UTF-8, not JSON, empty) or `request_aborted`. Throws `request_invalid` for a body that is too deep or has
 * too many values, and for text that cannot be stored.
 */
export async function readJsonBody(
  request: IncomingMessage,
  { bytesMax, onBytes }: { bytesMax: number; onBytes: (bytes: Buffer) => void },
): Promise<unknown> {
  checkContentType(request);
  const shape = checkJsonShape(bodyLimits);
  const scan = (bytes: Buffer) => {
    onBytes(bytes);
    shape.scan(bytes);
  };
  const text = decode(await readBytes(request, bytesMax, scan));
  const problem = shape.problem();
  if (problem !== null) throw new AppError("request_invalid", { issues: [problem] });
  const value = parse(text);
  // Walks the value only if the text has an escape of NUL or of a surrogate, which PostgreSQL may refuse.
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
  if (isForm(request)) throw unexpectedForm();
  throw new AppError("content_type_unsupported", {
    message: !isJson
      ? "The content type must be application/json."
      : isUtf8
        ? "Compressed bodies are not supported."
        : "The charset must be utf-8.",
  });
}

/**
 * Reads a whole body and passes each chunk to `scan`. Throws `body_too_large`, or `request_aborted` when the
 * sender stops.
 */
export async function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  scan: (bytes: Buffer) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Keeps the connection open after an early exit: the error response is still to be sent on it.
    const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) throw bodyTooLarge(bytesMax);
      scan(chunk);
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
    throw new AppError("body_malformed", { message: "The body is not valid JSON.", cause: error });
  }
}

/** NUL and lone surrogates are valid in JSON but not in PostgreSQL text. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Throws `request_invalid` for text that cannot be stored. */
export function checkText(value: unknown): void {
  const issues = listTextIssues(value);
  if (issues.length > 0) throw new AppError("request_invalid", { issues });
}

/**
 * Lists text that cannot be stored, at most `issuesMax` issues. Recursive; `bodyLimits`, or the schema that the value has
 * passed, bounds the depth.
 */
export function listTextIssues(value: unknown): Issue[] {
  const issues: Issue[] = [];
  const path: PropertyKey[] = [];
  const checkString = (text: string): void => {
    if (isStorable(text)) return;
    const message = "Text must be well-formed Unicode without NUL.";
    issues.push({ pointer: pointerOf("body", path), code: "wrong_text", message });
  };
  const visit = (part: unknown): void => {
    if (typeof part === "string") checkString(part);
    if (typeof part !== "object" || part === null) return;
    const names = Array.isArray(part) ? null : Object.keys(part);
    const values: readonly unknown[] = Array.isArray(part) ? part : Object.values(part);
    for (const [index, inner] of values.entries()) {
      if (issues.length >= issuesMax) return;
      path.push(names?.[index] ?? index);
      if (names !== null) checkString(names[index] ?? "");
      visit(inner);
      path.pop();
    }
  };
  visit(value);
  return issues;
}

import { createHash } from "node:crypto";

import type { z } from "zod";

import type { ApiContext } from "#api/context.ts";
import type { ApiSettings } from "#api/dependencies.ts";
import { allowUploadTime } from "#api/http-server.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { AppError, type Issue } from "#domain/errors.ts";

import type { BodyAccount } from "./body-budget.ts";
import { bodyBytesMaxOf } from "./body-size.ts";
import { reportInput, toIssues } from "./issues.ts";
import { isStorable, readBytes, readJsonBody } from "./read-json-body.ts";
import { isForm, refusedUpload } from "./read-upload.ts";
import type { Route, RouteInput } from "./route.ts";

export const idempotencyKeyLengthMax = 255;
export const waitSecondsMax = 60;

/**
 * Parses all inputs of a route. Throws `parameters_invalid` (400) for path, query and headers,
 * `request_invalid` (422) for the body, each with every issue.
 */
export async function parseInput(
  context: ApiContext,
  route: Route,
  {
    pathParams,
    settings,
    account,
    listNameIssues,
  }: {
    pathParams: Readonly<Record<string, string>>;
    settings: ApiSettings;
    /** Accounts for the memory of the body; null for a caller with a credential. */
    account: BodyAccount | null;
    /** Lists the unknown names in a body that the schema refuses. */
    listNameIssues: (given: unknown) => Promise<Issue[]>;
  },
): Promise<
  Omit<
    RouteInput<unknown, unknown, unknown>,
    "caller" | "door" | "federated" | "request" | "setHeader"
  >
> {
  const issues: Issue[] = [];
  const params = parsePart(route.params, pathOf(pathParams, issues), "path", issues);
  const query = parsePart(route.query, queryOf(context, route, issues), "query", issues);
  const key = route.idempotent !== undefined ? idempotencyKeyOf(context, issues) : null;
  if (issues.length > 0) throw new AppError("parameters_invalid", { issues });

  const upload = route.upload !== undefined && isForm(context.req) ? context.req : null;
  if (upload !== null) allowUploadTime(context.req);
  const file = route.takesFile === true ? context.req : null;
  route.checkPath?.(params, settings);
  const onBytes = (bytes: Buffer) => account?.take(bytes.byteLength);
  const body =
    upload === null ? await parseBody(context, route, { onBytes, listNameIssues }) : noBody;
  return {
    params,
    query,
    body: body.parsed,
    idempotency: key === null ? null : { key, requestHash: hashOf(context.path, body.given) },
    waitSeconds:
      route.waits === true && context.state.isOverLimit !== true ? waitSecondsOf(context) : null,
    upload: upload ?? file,
    bytes: body.bytes,
    ifMatch: (route.current !== null && context.req.headers["if-match"]) || null,
  };
}

const noBody = { given: undefined, parsed: undefined, bytes: Buffer.alloc(0) };

async function parseBody(
  context: ApiContext,
  route: Route,
  {
    onBytes,
    listNameIssues,
  }: {
    readonly onBytes: (bytes: Buffer) => void;
    readonly listNameIssues: (given: unknown) => Promise<Issue[]>;
  },
): Promise<{ given: unknown; parsed: unknown; bytes: Buffer }> {
  if (route.body === null) return noBody;
  if (route.takesBytes === true) {
    return { ...noBody, bytes: await readBytes(context.req, bodyBytesMaxOf(route), onBytes) };
  }
  const refused = route.upload === undefined ? null : refusedUpload(context.req);
  if (refused !== null) throw refused;
  const given = await readJsonBody(context.req, { bytesMax: bodyBytesMaxOf(route), onBytes });
  if (route.validateBody !== undefined) {
    return { ...noBody, given, parsed: await route.validateBody(given) };
  }
  const result = route.body.safeParse(given, reportInput);
  if (!result.success) {
    const issues = toIssues(result.error, { schema: route.body, place: "body" });
    const names = route.namesModel === true ? await listNameIssues(given) : [];
    throw new AppError("request_invalid", { issues: [...issues, ...names] });
  }
  return { ...noBody, given, parsed: result.data };
}

function parsePart(
  schema: z.ZodType,
  given: unknown,
  place: "path" | "query",
  issues: Issue[],
): unknown {
  const result = schema.safeParse(given, reportInput);
  if (result.success) return result.data;
  issues.push(...toIssues(result.error, { schema, place }));
  return undefined;
}

const wrongText = { code: "wrong_text", message: "Text must be Unicode without NUL." };

function pathOf(
  params: Readonly<Record<string, string>>,
  issues: Issue[],
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(params)) {
    if (!isStorable(value)) issues.push({ pointer: `path/${name}`, ...wrongText });
  }
  return params;
}

/**
 * Reads query parameters by name. `metadata.project=x` becomes `metadata: { project: "x" }` where the route
 * has such a parameter. A repeated parameter is an error, because one of the values would be ignored.
 */
function queryOf(context: ApiContext, route: Route, issues: Issue[]): Record<string, unknown> {
  // An object without a prototype, so that a parameter such as `__proto__` counts as unknown.
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(context.query)) {
    const pointer = `query/${name}`;
    if (typeof value !== "string") {
      issues.push({ pointer, code: "repeated", message: "Send the parameter only once." });
    } else if (!isStorable(value) || !isStorable(name)) {
      issues.push({ pointer, ...wrongText });
    } else {
      put(values, name, value, route);
    }
  }
  return values;
}

function put(values: Record<string, unknown>, name: string, value: string, route: Route): void {
  const [group = "", ...rest] = name.split(".");
  if (rest.length === 0 || !Object.hasOwn(route.query.shape, group)) {
    values[name] = value;
    return;
  }
  const members = (values[group] ?? Object.create(null)) as Record<string, string>;
  members[rest.join(".")] = value;
  values[group] = members;
}

function idempotencyKeyOf(context: ApiContext, issues: Issue[]): string | null {
  const key = context.req.headers["idempotency-key"];
  if (key === undefined) return null;
  const word = String(key);
  const isFine = /^[\x21-\x7e][\x20-\x7e]*$/.test(word) && word.length <= idempotencyKeyLengthMax;
  if (!isFine) {
    issues.push({
      pointer: "header/Idempotency-Key",
      code: "wrong_format",
      message: `Use 1 to ${idempotencyKeyLengthMax} printable ASCII characters.`,
    });
  }
  return word;
}

/** Ignores a malformed preference and cuts a longer one to the limit (RFC 7240). */
function waitSecondsOf(context: ApiContext): number | null {
  const match = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec(context.get("prefer"));
  const seconds = Number(match?.[1] ?? 0);
  return seconds === 0 ? null : Math.min(seconds, waitSecondsMax);
}

/** Hashes path and body; the order of fields does not matter. */
function hashOf(path: string, body: unknown): Buffer {
  return createHash("sha256")
    .update(`${path}\n${canonicalJson(body)}`)
    .digest();
}

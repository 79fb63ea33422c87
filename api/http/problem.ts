import { type AppError, describeIssue, errorCatalog, type Issue } from "#domain/errors.ts";

import { clip } from "./clip.ts";
import { issuesMax } from "./issues.ts";

/** RFC 9457 problem details with the extension members of this API. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly requestId: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number;
  readonly errors: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Limit of `errors`, so that a response is never many times the size of its request. */
const issueBytesMax = 12_288;
/** Limit of each text that may quote the caller. */
const textCharactersMax = 1_000;

/** Converts an error to its public representation; never includes the cause or the stack. */
export function toProblem(
  error: AppError,
  { publicUrl, path, requestId }: { publicUrl: string; path: string; requestId: string },
): Problem {
  const rule = errorCatalog[error.code];
  const retryAfterSeconds = retryAfterSecondsOf(error);
  return {
    type: `${publicUrl}/errors#${error.code}`,
    title: rule.message,
    status: rule.status,
    detail: clip(detailOf(error), textCharactersMax),
    instance: clip(path, textCharactersMax),
    code: error.code,
    requestId,
    retryable: rule.retryable,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    errors: firstIssues(error.issues),
    ...(Object.keys(error.details).length === 0 ? {} : { details: error.details }),
  };
}

/** Clients often show only `detail`, so it names the first issue unless the error has a separate text. */
function detailOf({ code, message, issues }: AppError): string {
  const [first, ...others] = issues;
  if (first === undefined || message !== errorCatalog[code].message) return message;
  const more = others.length === 0 ? "" : ` (${others.length} more in \`errors\`)`;
  return `${describeIssue(first)}${more}`;
}

/** Returns the leading issues that fit in `issueBytesMax`. */
function firstIssues(issues: readonly Issue[]): Issue[] {
  const first: Issue[] = [];
  let bytes = 0;
  for (const { pointer, code, message } of issues.slice(0, issuesMax)) {
    const issue = {
      pointer: clip(pointer, textCharactersMax),
      code,
      message: clip(message, textCharactersMax),
    };
    bytes += Buffer.byteLength(JSON.stringify(issue));
    if (bytes > issueBytesMax) break;
    first.push(issue);
  }
  return first;
}

/** Seconds until a retry can succeed, for errors that are transient. */
export function retryAfterSecondsOf(error: AppError): number | undefined {
  const known = error.details["retryAfterSeconds"];
  if (typeof known === "number") return known;
  const rule = errorCatalog[error.code];
  if (!rule.retryable) return undefined;
  if (rule.status === 503) return 5;
  return rule.status === 409 ? 1 : undefined;
}

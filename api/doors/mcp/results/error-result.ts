import type { CallToolResult } from "@modelcontextprotocol/server";

import { toProblem } from "#api/http/problem.ts";
import { type AppError, errorCatalog } from "#domain/errors.ts";

/**
 * Converts an error to a result of the tool, so that the language model can mend its call: code, problem, every
 * issue, and the remedy.
 */
export function toErrorResult(
  error: AppError,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
): CallToolResult {
  const cure = nameTools(errorCatalog[error.code].cure);
  const problem = toProblem(error, { publicUrl, path: "/mcp", requestId });
  const { code, retryable, retryAfterSeconds, details } = problem;
  const detail = nameTools(problem.detail);
  const issues = problem.errors.map((issue) => ({
    ...issue,
    pointer: toArgument(issue.pointer),
    message: nameTools(issue.message),
  }));
  const wait = retryAfterSeconds === undefined ? "" : ` Wait ${retryAfterSeconds} s.`;
  const lines = [
    `${code}: ${detail}`,
    ...issues.map(({ pointer, message }) => `${pointer}: ${message}`),
    `${cure}${wait} (request ${requestId})`,
  ];
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    structuredContent: {
      error: {
        code,
        message: detail,
        cure,
        retryable,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        issues,
        ...(details === undefined ? {} : { details }),
        requestId,
      },
    },
    isError: true,
  };
}

/** Tools for the endpoints that texts of the API name: a language model cannot call an endpoint. */
const toolsOfEndpoints: Readonly<Record<string, string>> = {
  "POST /v1/assets": "add_file",
  "POST /v1/estimates": "estimate",
  "GET /v1/models": "list_models",
  "GET /v1/jobs": "list_jobs",
  "GET /v1/jobs/{jobId}": "get_job",
};

function nameTools(text: string): string {
  return text.replaceAll(
    /(GET|POST) \/v1\/[\w/{}-]*\w\}?/g,
    (name) => toolsOfEndpoints[name] ?? name,
  );
}

/** Names of arguments whose field of the API has another name. */
const argumentNames: Readonly<Record<string, string>> = {
  "/maxCredits": "/max_credits",
  "path/jobId": "/job_id",
  "path/modelId": "/model",
  "header/Idempotency-Key": "/request_label",
};

function toArgument(pointer: string): string {
  return argumentNames[pointer] ?? pointer.replace(/^query\//, "/");
}

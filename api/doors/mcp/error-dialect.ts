import type { ErrorDialect } from "#api/http/error-dialect.ts";
import { toProblem } from "#api/http/problem.ts";
import { type ErrorCode, errorCatalog } from "#domain/errors.ts";

/** Codes of JSON-RPC 2.0; the others are -32000, which the specification leaves to servers. */
const rpcCodes: Partial<Record<ErrorCode, number>> = {
  body_malformed: -32_700,
  request_invalid: -32_600,
  internal: -32_603,
};
const rpcCodeOfServer = -32_000;

const challenge = 'Bearer realm="Generative Media Engine"';

/** Error of a request whose message was not read: JSON-RPC without an id, with the API's own code in `data`. */
export const mcpErrors: ErrorDialect = (error, request) => {
  const { status, detail, code, requestId, errors } = toProblem(error, request);
  const { cure } = errorCatalog[error.code];
  return {
    status,
    contentType: "application/json",
    headers: status === 401 ? { "WWW-Authenticate": challenge } : {},
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: rpcCodes[error.code] ?? rpcCodeOfServer,
        message: `${detail} ${cure}`,
        data: { code, requestId, errors },
      },
    }),
  };
};

import type { ErrorDialect } from "#api/http/error-dialect.ts";
import { toProblem } from "#api/http/problem.ts";
import { mcpMetadataUrl } from "#api/oauth/resources.ts";
import { type AppError, type ErrorCode, errorCatalog } from "#domain/errors.ts";

/** Codes of JSON-RPC 2.0; the others are -32000, which the specification leaves to servers. */
const rpcCodes: Partial<Record<ErrorCode, number>> = {
  body_malformed: -32_700,
  request_invalid: -32_600,
  internal: -32_603,
};
const rpcCodeOfServer = -32_000;

const challenge = 'Bearer realm="Generative Media Engine"';

/** Headers of an error; `checkScope` names the scope that the access token needs. */
function headersOf({ code, details }: AppError, publicUrl: string): Record<string, string> {
  const { scope } = details;
  if (typeof scope === "string") {
    const where = `resource_metadata="${mcpMetadataUrl(publicUrl)}"`;
    const reason = `error="insufficient_scope", scope="${scope}", ${where}`;
    return { "WWW-Authenticate": `${challenge}, ${reason}` };
  }
  return errorCatalog[code].status === 401 ? { "WWW-Authenticate": challenge } : {};
}

/** Error of a request whose message was not read: JSON-RPC without an id, with the API's own code in `data`. */
export const mcpErrors: ErrorDialect = (error, request) => {
  const { status, detail, code, requestId, errors } = toProblem(error, request);
  // The remedy of the catalog is about sessions in cookies; `checkOrigin` has its own.
  const cure = code === "origin_refused" ? "" : ` ${errorCatalog[error.code].cure}`;
  return {
    status,
    contentType: "application/json",
    headers: headersOf(error, request.publicUrl),
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: rpcCodes[error.code] ?? rpcCodeOfServer,
        message: `${detail}${cure}`,
        data: { code, requestId, errors },
      },
    }),
  };
};

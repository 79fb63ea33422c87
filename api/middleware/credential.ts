import type { ApiMiddleware } from "#api/context.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Authenticates the caller by the strategy for the header. Responds 401 with a separate code for a missing,
 * malformed, unknown, expired or revoked credential.
 */
export function credential(strategies: {
  readonly apiKey: ApiMiddleware;
  readonly bearer: ApiMiddleware;
}): ApiMiddleware {
  return (context, next) => {
    const key = context.get("x-api-key");
    const authorization = context.get("authorization");
    if (key !== "" && authorization !== "") throw new AppError("credentials_conflict");
    if (key !== "") return strategies.apiKey(context, next);
    if (authorization !== "") return strategies.bearer(context, next);
    throw new AppError("credential_missing");
  };
}

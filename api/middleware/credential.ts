import type { ApiMiddleware } from "#api/context.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Finds out who calls, by the strategy that fits the header. Answers 401 with a code of its own for a
 * missing, malformed, unknown, expired or revoked credential.
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

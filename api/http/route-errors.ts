import { errorCatalog, type ErrorCode } from "#domain/errors.ts";

import { needsSession, type Route } from "./route.ts";

const ofEveryRoute = ["parameters_invalid", "rate_limited", "internal", "unavailable"] as const;

const ofCredentials = [
  "credential_missing",
  "credential_malformed",
  "api_key_unknown",
  "api_key_expired",
  "api_key_revoked",
  "token_invalid",
  "token_expired",
  "session_ended",
  "credentials_conflict",
  "account_suspended",
  "account_closing",
  "payment_overdue",
  "address_not_allowed",
] as const;

const ofBodies = [
  "body_malformed",
  "body_too_large",
  "content_type_unsupported",
  "request_invalid",
  "request_aborted",
] as const;

/** Lists every error of a route by status: its own errors and those of the checks before it. */
export function errorsOf(route: Route): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes: ErrorCode[] = [
    ...ofEveryRoute,
    ...(route.access === "public" ? [] : ofCredentials),
    ...(needsSession(route.access) ? (["session_required"] as const) : []),
    ...(typeof route.access === "object" ? (["permission_missing"] as const) : []),
    ...(typeof route.access === "object" && route.access.permission === "generations:create"
      ? (["email_unverified"] as const)
      : []),
    ...(route.body === null ? [] : ofBodies),
    ...(route.current === null ? [] : (["precondition_failed"] as const)),
    ...(route.idempotent !== undefined
      ? (["idempotency_mismatch", "idempotency_in_flight"] as const)
      : []),
    ...route.errors,
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalog[code].status);
  return new Map([...byStatus].toSorted(([left], [right]) => left - right));
}

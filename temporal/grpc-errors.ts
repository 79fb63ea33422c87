import { isGrpcServiceError } from "@temporalio/client";

/** Codes of the gRPC specification. */
const grpcCodes = {
  notFound: 5,
  permissionDenied: 7,
  unimplemented: 12,
} as const;

export function isNotFound(error: unknown): boolean {
  return hasCode(error, grpcCodes.notFound);
}

/** Returns whether the server does not let this client administer namespaces, as Temporal Cloud does. */
export function isAdministrationRefused(error: unknown): boolean {
  return hasCode(error, grpcCodes.permissionDenied) || hasCode(error, grpcCodes.unimplemented);
}

function hasCode(error: unknown, code: number): boolean {
  if (!isGrpcServiceError(error)) return false;
  const found: number = error.code;
  return found === code;
}

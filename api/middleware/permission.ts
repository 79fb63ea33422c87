import type { ApiMiddleware } from "#api/context.ts";
import type { Caller } from "#db/caller.ts";
import type { Permission } from "#domain/accounts/permission.ts";
import { AppError } from "#domain/errors.ts";

/** Refuses API keys: keys are for servers, and changes of access rights require a signed-in person. */
export const requireSession: ApiMiddleware = (context, next) => {
  if (context.state.caller?.apiKeyId !== null) throw new AppError("session_required");
  return next();
};

/**
 * Requires a permission of the caller. A key has one organization. A person may belong to many: where the
 * path names an organization, the handler checks the person's role in it (`enterOrganization`).
 */
export function requirePermission(
  permission: Permission,
  { inOrganizationOfPath }: { inOrganizationOfPath: boolean },
): ApiMiddleware {
  return (context, next) => {
    const { caller } = context.state;
    if (inOrganizationOfPath && caller?.apiKeyId === null) return next();
    checkPermission(caller, permission);
    return next();
  };
}

/** Throws `permission_missing`, and `email_unverified` for requests that cost credits. */
export function checkPermission(
  caller: Pick<Caller, "permissions" | "emailVerified"> | undefined,
  permission: Permission,
): void {
  if (!caller?.permissions.includes(permission)) {
    throw new AppError("permission_missing", { details: { permission } });
  }
  if (permission === "generations:create" && !caller.emailVerified) {
    throw new AppError("email_unverified");
  }
}

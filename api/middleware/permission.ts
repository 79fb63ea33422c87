import type { ApiMiddleware } from "#api/context.ts";
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
    if (inOrganizationOfPath && context.state.caller?.apiKeyId === null) return next();
    if (!context.state.caller?.permissions.includes(permission)) {
      throw new AppError("permission_missing", { details: { permission } });
    }
    // Requests that cost credits require a verified email address.
    if (permission === "generations:create" && !context.state.caller.emailVerified) {
      throw new AppError("email_unverified");
    }
    return next();
  };
}

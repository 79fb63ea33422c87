import type { ApiMiddleware } from "#api/context.ts";
import type { Permission } from "#domain/accounts/permission.ts";
import { AppError } from "#domain/errors.ts";

/** Keys are for servers; what changes who may do what is for people who have signed in. */
export const requireSession: ApiMiddleware = (context, next) => {
  if (context.state.caller?.apiKeyId !== null) throw new AppError("session_required");
  return next();
};

/**
 * A key has one organization. A person may belong to many: what they may do in the one that a path
 * names is for the handler to ask (`enterOrganization`), and not for the one that the token speaks for.
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
    // What costs credits is for people who can be reached.
    if (permission === "generations:create" && !context.state.caller.emailVerified) {
      throw new AppError("email_unverified");
    }
    return next();
  };
}

import type { ApiMiddleware } from "#api/context.ts";
import { AppError } from "#domain/errors.ts";
import type { Permission } from "#domain/permission.ts";

/** Keys are for servers; what changes who may do what is for people who have signed in. */
export const requireSession: ApiMiddleware = (context, next) => {
  if (context.state.caller?.apiKeyId !== null) throw new AppError("session_required");
  return next();
};

export function requirePermission(permission: Permission): ApiMiddleware {
  return (context, next) => {
    if (!context.state.caller?.permissions.includes(permission)) {
      throw new AppError("permission_missing", { details: { permission } });
    }
    return next();
  };
}

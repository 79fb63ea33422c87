import type { ApiMiddleware } from "#api/context.ts";
import { AppError } from "#domain/errors.ts";
import type { Permission } from "#domain/permission.ts";

export function requirePermission(permission: Permission): ApiMiddleware {
  return (context, next) => {
    if (!context.state.caller?.permissions.includes(permission)) {
      throw new AppError("permission_missing", { details: { permission } });
    }
    return next();
  };
}

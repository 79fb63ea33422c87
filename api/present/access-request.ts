import type { z } from "zod";

import { grantSeconds } from "#api/oauth/lifetimes.ts";
import type { AccessRequest } from "#api/oauth/requests.ts";
import type { accessRequestSchema } from "#api/schemas/access-request.ts";
import type { Caller } from "#db/caller.ts";
import { Organization } from "#db/entities/account.ts";
import type { EntityManager } from "#db/orm.ts";

/** Presents a request to the person of the session, with the permissions that this person can grant. */
export async function presentAccessRequest(
  em: EntityManager,
  { clientName, clientHost, isLocal, permissions }: AccessRequest,
  caller: Caller,
): Promise<z.input<typeof accessRequestSchema>> {
  const { name } = await em.findOneOrFail(Organization, caller.organizationId);
  return {
    clientName,
    clientHost,
    isLocal,
    permissions: permissions.filter((permission) => caller.permissions.includes(permission)),
    organization: name,
    accessDays: grantSeconds / 86_400,
  };
}

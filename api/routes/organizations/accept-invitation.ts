import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentOrganization } from "#api/present/organization.ts";
import { invitationParams, organizationSchema } from "#api/schemas/organization.ts";
import { acceptInvitation as acceptRow } from "#db/organizations/invitations.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";

export const acceptInvitation = defineRoute({
  method: "post",
  path: "/v1/invitations/{invitationId}/accept",
  operationId: "acceptInvitation",
  summary: "Accept an invitation with the token from the email",
  description:
    "Your account must have the invited email address, and the address must be verified. Existing " +
    "members keep their role. Repeating the request has no effect. `POST /v1/auth/refresh` with " +
    "`organizationId` returns tokens for the organization.",
  tags: ["Organizations"],
  access: "session",
  params: invitationParams.pick({ invitationId: true }),
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 200,
  response: organizationSchema,
  errors: [
    "invitation_not_found",
    "outside_organization",
    "invitation_for_another",
    "email_unverified",
    "invitation_accepted",
    "invitation_withdrawn",
    "invitation_expired",
    "invitation_void",
  ],
  examples: { body: { token: { token: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } } },
  async handle({ params, body, caller, request }, { em, now }) {
    const organizationId = await acceptRow(em, {
      invitationId: params.invitationId,
      token: body.token,
      accountId: caller.accountId,
      actor: actorOf({ caller, request }),
      now: now(),
    });
    const joined = await enterOrganization(em.fork(), {
      caller,
      organizationId,
      permission: "org:read",
    });
    return presentOrganization(joined, now());
  },
});

import { countInvitation } from "#api/auth/sign-in-limits.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentInvitation } from "#api/present/organization.ts";
import {
  invitationSchema,
  newInvitationSchema,
  organizationParams,
} from "#api/schemas/organization.ts";
import { inviteMember as inviteRow } from "#db/organizations/invitations.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";

export const inviteMember = defineRoute({
  method: "post",
  path: "/v1/organizations/{orgId}/invitations",
  operationId: "inviteMember",
  summary: "Invite a member by email",
  description:
    "The email contains a link that is valid for seven days. Inviting the same email address again " +
    "sends a new link and voids the previous link. An email address receives at most five invitations " +
    "an hour from all organizations together. Only an owner can invite an owner.",
  tags: ["Organizations"],
  access: { permission: "members:manage", session: true },
  params: organizationParams,
  body: newInvitationSchema,
  status: 201,
  response: invitationSchema,
  errors: [
    "organization_not_found",
    "outside_organization",
    "email_unverified",
    "already_member",
    "invitation_limit",
    "invitations_limited",
  ],
  idempotent: true,
  examples: { body: { developer: { email: "ada@example.org", role: "developer" } } },
  async handle({ params, body, caller, request }, { em, vault, windows, now, onOutbox }) {
    const organizationId = params.orgId;
    const permission = "members:manage";
    const { role } = await enterOrganization(em, { caller, organizationId, permission });
    await countInvitation(windows, body.email);
    const invitation = await inviteRow(em, {
      organizationId,
      ...body,
      inviter: { accountId: caller.accountId, role },
      actor: actorOf({ caller, request }),
      vault,
      now: now(),
    });
    onOutbox();
    return presentInvitation(invitation);
  },
});

import { defineRoute } from "#api/route.ts";
import { accountSchema } from "#api/schemas/account.ts";
import { Account, Organization } from "#db/entities/account.ts";

export const getAccount = defineRoute({
  method: "get",
  path: "/v1/account",
  operationId: "getAccount",
  summary: "Read who you are and what this credential may do",
  tags: ["Account"],
  access: "any",
  status: 200,
  response: accountSchema,
  errors: [],
  conditional: true,
  whenOverdue: true,
  async handle({ caller }, { em }) {
    const account = await em.findOneOrFail(Account, caller.accountId);
    const organization = await em.findOneOrFail(Organization, caller.organizationId);
    return {
      accountId: account.id,
      email: account.email,
      displayName: account.displayName ?? null,
      emailVerified: account.emailVerifiedAt !== null,
      status: account.status,
      organization: {
        organizationId: organization.id,
        name: organization.name,
        plan: organization.plan,
        paymentStatus: organization.paymentStatus,
        role: caller.role,
      },
      permissions: [...caller.permissions],
      createdAt: account.createdAt.toISOString(),
    };
  },
});

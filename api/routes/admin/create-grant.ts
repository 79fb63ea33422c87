import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { grantSchema, newGrantSchema } from "#api/schemas/admin.ts";
import { creditsOfEntry, postAdminGrant } from "#db/billing/admin-grants.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { AppError } from "#domain/errors.ts";

export const createGrant = defineRoute({
  method: "post",
  path: "/v1/admin/grants",
  operationId: "createGrant",
  summary: "Grant credits to an organization, or correct its balance",
  description:
    "A correction deducts at most the available credits; credits that running jobs hold are not " +
    "touched. A retry with the same Idempotency-Key posts nothing, even after the stored response has " +
    "expired.",
  tags: ["Administration"],
  access: { permission: "admin:credits", session: true },
  body: newGrantSchema,
  status: 201,
  response: grantSchema,
  errors: ["organization_not_found", "correction_too_large"],
  idempotent: true,
  examples: {
    body: {
      goodwill: {
        organizationId: "org_0192f3a0-7a3b-7c4d-8e5f-6a7b8c9d0e1f",
        credits: 100,
        reason: "goodwill for the outage of 3 November",
        expiresAt: "2026-12-31T23:59:59Z",
      },
    },
  },
  async handle({ body, caller, request, idempotency }, { em, now }) {
    const { organizationId, credits, reason } = body;
    const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
    refuseExpiry({ credits, expiresAt, now: now() });
    const entry = await postAdminGrant(em, {
      organizationId,
      credits,
      reason,
      expiresAt,
      idempotencyKey: idempotency?.key ?? null,
      actor: actorOf({ caller, request }),
    });
    const { available } = await findCreditBalance(em, organizationId);
    return {
      entryId: String(entry.id),
      organizationId,
      credits: creditsOfEntry(entry),
      reason,
      expiresAt: expiresAt?.toISOString() ?? null,
      available,
      createdAt: entry.createdAt.toISOString(),
    };
  },
});

function refuseExpiry({
  credits,
  expiresAt,
  now,
}: {
  credits: number;
  expiresAt: Date | null;
  now: Date;
}): void {
  if (expiresAt === null) return;
  const message =
    credits < 0
      ? "A correction cannot have an expiry"
      : expiresAt <= now
        ? "Must be in the future"
        : null;
  if (message === null) return;
  throw new AppError("request_invalid", {
    issues: [{ pointer: "/expiresAt", code: "invalid", message }],
  });
}

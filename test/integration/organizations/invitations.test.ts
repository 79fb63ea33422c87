import { describe, expect, test } from "vitest";

import { acceptInvitation as acceptRoute } from "#api/routes/organizations/accept-invitation.ts";
import { inviteMember as inviteRoute } from "#api/routes/organizations/invite-member.ts";
import { listInvitations as listRoute } from "#api/routes/organizations/list-invitations.ts";
import { withdrawInvitation as withdrawRoute } from "#api/routes/organizations/withdraw-invitation.ts";
import { takeEmail } from "#db/email/emails.ts";
import { Account, Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Email } from "#db/entities/email.ts";
import { Invitation } from "#db/entities/organization.ts";
import { createId } from "#db/ids.ts";
import { endedInvitations } from "#db/organizations/invitations.ts";
import type { Role } from "#domain/accounts/permission.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();

/** Creates a person with an organization and a verified email address. */
async function person(role: Role = "owner") {
  const organization = await createOrganization(database.orm, { role });
  const email = `${organization.accountId}@example.org`.toLowerCase();
  await em().nativeUpdate(Account, organization.accountId, { email });
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, email, token };
}

type Person = Awaited<ReturnType<typeof person>>;

async function invite(
  { token, organizationId }: { token: string; organizationId: string },
  email: string,
  { role = "developer", key }: { role?: Role; key?: string } = {},
): Promise<{ status: number; code?: string; retryAfterSeconds?: number; invitationId: string }> {
  const answer = await api.call(`/v1/organizations/${organizationId}/invitations`, {
    token,
    body: { email, role },
    headers: key === undefined ? {} : { "Idempotency-Key": key },
  });
  const body = (await expectDocumented(inviteRoute, answer)) as {
    code?: string;
    retryAfterSeconds?: number;
    invitationId: string;
  };
  return { ...body, status: answer.status };
}

/** Reads the newest email of an organization. */
async function readEmail(organizationId: string) {
  const [mail] = await em().find(Email, { organizationId }, { orderBy: { id: "desc" }, limit: 1 });
  const taken = await takeEmail(em(), testVault, mail?.id ?? "");
  if (taken.state !== "queued" || taken.content.template !== "invitation") {
    throw new Error("there is no mail with an invitation");
  }
  return { to: taken.to, ...taken.content };
}

async function accept(
  { token }: { token: string },
  given: { invitationId: string; token: string },
): Promise<{ status: number; code?: string; role?: string }> {
  const path = `/v1/invitations/${given.invitationId}/accept`;
  const answer = await api.call(path, { token, body: { token: given.token } });
  const body = (await expectDocumented(acceptRoute, answer)) as { code?: string; role?: string };
  return { ...body, status: answer.status };
}

async function withdraw({ token, organizationId }: Person, invitationId: string) {
  const path = `/v1/organizations/${organizationId}/invitations/${invitationId}`;
  const answer = await api.call(path, { method: "DELETE", token });
  return { status: answer.status, body: await expectDocumented(withdrawRoute, answer) };
}

async function listOpen({ token, organizationId }: Person) {
  const answer = await api.call(`/v1/organizations/${organizationId}/invitations`, { token });
  return ((await expectDocumented(listRoute, answer)) as { data: Record<string, unknown>[] }).data;
}

async function roleOf(organizationId: string, accountId: string): Promise<Role | null> {
  const found = await em().findOne(Membership, { organizationId, accountId });
  return found?.role ?? null;
}

async function invited(role: Role = "developer") {
  const owner = await person();
  const guest = await person();
  const { invitationId } = await invite(owner, guest.email.toUpperCase(), { role });
  const mail = await readEmail(owner.organizationId);
  return { owner, guest, invitationId, mail };
}

describe("an invitation", () => {
  test("is emailed, listed as open, and makes the recipient a member", async () => {
    const { owner, guest, invitationId, mail } = await invited();
    expect(mail).toMatchObject({ to: guest.email, invitationId, role: "developer" });
    expect(await listOpen(owner)).toMatchObject([{ invitationId, email: guest.email }]);

    const joined = await accept(guest, mail);

    expect(joined).toMatchObject({ status: 200, role: "developer" });
    expect(await roleOf(owner.organizationId, guest.accountId)).toBe("developer");
    expect(await listOpen(owner)).toEqual([]);
    const entries = await em().find(AuditEntry, { targetId: invitationId });
    expect(entries.map(({ action, actorAccountId }) => [action, actorAccountId])).toEqual([
      ["invitation.created", owner.accountId],
      ["invitation.accepted", guest.accountId],
    ]);
    expect(JSON.stringify(entries)).not.toContain(guest.email);
  });

  test("is accepted once, even when accepted repeatedly and concurrently", async () => {
    const { owner, guest, mail, invitationId } = await invited();

    const answers = await Promise.all(Array.from({ length: 5 }, async () => accept(guest, mail)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const targetId = invitationId;
    expect(await em().count(AuditEntry, { targetId, action: "invitation.accepted" })).toBe(1);
    await em().nativeDelete(Membership, {
      organizationId: owner.organizationId,
      accountId: guest.accountId,
    });
    expect(await accept(guest, mail)).toMatchObject({ status: 410, code: "invitation_accepted" });
  });

  test("sent again has a new token, and the former token is void", async () => {
    const { owner, guest, mail, invitationId } = await invited();

    const again = await invite(owner, guest.email, { role: "viewer" });

    expect(again).toMatchObject({ status: 201, invitationId, role: "viewer" });
    expect(await accept(guest, mail)).toMatchObject({ code: "outside_organization" });
    const second = await readEmail(owner.organizationId);
    expect(await accept(guest, second)).toMatchObject({ status: 200, role: "viewer" });
  });

  test("sent five times concurrently to the same email address is one row", async () => {
    const owner = await person();
    const guest = `${createId("account")}@example.org`;

    await Promise.all(Array.from({ length: 5 }, async () => invite(owner, guest)));

    expect(await listOpen(owner)).toHaveLength(1);
  });

  test("repeated with its idempotency key sends one email", async () => {
    const owner = await person();
    const { organizationId } = owner;
    const guest = `${createId("account")}@example.org`;

    const first = await invite(owner, guest, { key: "once" });
    const second = await invite(owner, guest, { key: "once" });

    expect(second).toEqual(first);
    expect(await em().count(Email, { organizationId })).toBe(1);
  });

  test("keeps its token out of the database", async () => {
    const { mail, invitationId } = await invited();

    const rows = await em().execute(
      `select (select json_agg(i) from invitations i where id = ?)::text as invitation,
         (select json_agg(m) from mails m)::text as mails`,
      [invitationId],
    );

    expect(JSON.stringify(rows)).not.toContain(mail.token);
  });
});

describe("accepting is refused", () => {
  test("to an account with another email address, or with an unverified one", async () => {
    const { guest, mail } = await invited();
    const other = await person();

    expect(await accept(other, mail)).toMatchObject({
      status: 403,
      code: "invitation_for_another",
    });
    await em().nativeUpdate(Account, guest.accountId, { emailVerifiedAt: null });
    expect(await accept(guest, mail)).toMatchObject({ status: 403, code: "email_unverified" });
  });

  test("without its token, and for an unknown invitation", async () => {
    const { guest, invitationId } = await invited();

    const wrong = await accept(guest, { invitationId, token: "wrong" });
    const missing = await accept(guest, { invitationId: "inv_none", token: "wrong" });

    expect(wrong).toMatchObject({ status: 403, code: "outside_organization" });
    expect(missing).toMatchObject({ status: 404, code: "invitation_not_found" });
  });

  test("after it was withdrawn, and withdrawing is idempotent", async () => {
    const { owner, guest, mail, invitationId } = await invited();

    expect((await withdraw(owner, invitationId)).status).toBe(204);
    expect((await withdraw(owner, invitationId)).status).toBe(204);

    expect(await accept(guest, mail)).toMatchObject({ status: 410, code: "invitation_withdrawn" });
    const targetId = invitationId;
    expect(await em().count(AuditEntry, { targetId, action: "invitation.withdrawn" })).toBe(1);
  });

  test("after seven days", async () => {
    const { guest, mail, invitationId } = await invited();
    const { createdAt, expiresAt } = await em().findOneOrFail(Invitation, invitationId);
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 86_400_000);
    await em().nativeUpdate(Invitation, invitationId, { expiresAt: new Date() });

    expect(await accept(guest, mail)).toMatchObject({ status: 410, code: "invitation_expired" });
  });

  test.each(["leaves", "loses the role", "is suspended"])("after its inviter %s", async (event) => {
    const { owner, guest, mail } = await invited();
    const { organizationId, accountId } = owner;
    if (event === "leaves") await em().nativeDelete(Membership, { organizationId, accountId });
    if (event === "loses the role") {
      await em().nativeUpdate(Membership, { organizationId, accountId }, { role: "viewer" });
    }
    if (event === "is suspended") {
      await em().nativeUpdate(Account, accountId, { status: "suspended" });
    }

    expect(await accept(guest, mail)).toMatchObject({ status: 410, code: "invitation_void" });
  });

  test("for the owner role after its inviter has become an admin", async () => {
    const { owner, guest, mail } = await invited("owner");
    const { organizationId, accountId } = owner;
    await em().nativeUpdate(Membership, { organizationId, accountId }, { role: "admin" });

    expect(await accept(guest, mail)).toMatchObject({ status: 410, code: "invitation_void" });
  });
});

describe("inviting is refused", () => {
  test("to an admin for the owner role, to a developer, and in another or unknown organization", async () => {
    const admin = await person("admin");
    const developer = await person("developer");
    const stranger = await person();
    const { organizationId } = admin;

    const refused = [
      await invite(admin, "ada@example.org", { role: "owner" }),
      await invite(developer, "ada@example.org"),
      await invite({ ...stranger, organizationId }, "ada@example.org"),
      await invite({ ...stranger, organizationId: "org_none" }, "ada@example.org"),
    ];

    expect(refused.map(({ status, code }) => [status, code])).toEqual([
      [403, "permission_missing"],
      [403, "permission_missing"],
      [403, "outside_organization"],
      [404, "organization_not_found"],
    ]);
    expect(await invite(admin, "ada@example.org", { role: "admin" })).toMatchObject({
      status: 201,
    });
  });

  test("for a member; a member who joined before accepting keeps the role", async () => {
    const { owner, guest, mail } = await invited();
    const { organizationId } = owner;
    const { accountId } = guest;
    await em().insert(Membership, { organizationId, accountId, role: "admin" });

    expect(await invite(owner, guest.email)).toMatchObject({
      status: 409,
      code: "already_member",
      details: { userId: accountId },
    });
    expect(await accept(guest, mail)).toMatchObject({ status: 200, role: "admin" });
  });

  test("to a person without a verified email address", async () => {
    const owner = await person();
    await em().nativeUpdate(Account, owner.accountId, { emailVerifiedAt: null });

    expect(await invite(owner, "ada@example.org")).toMatchObject({ code: "email_unverified" });
  });

  test("beyond 100 open invitations, and beyond 50 emails an hour", async () => {
    const crowded = await person();
    const busy = await person();
    const now = new Date();
    const open = Array.from({ length: 100 }, (_, index) => ({
      id: createId("invitation"),
      organizationId: crowded.organizationId,
      email: `guest-${index}@example.org`,
      role: "viewer" as const,
      tokenHash: Buffer.from(createId("invitation")),
      invitedBy: crowded.accountId,
      expiresAt: new Date(now.getTime() + 60_000),
    }));
    await em().insertMany(Invitation, open);
    const mails = Array.from({ length: 50 }, () => ({
      id: createId("mail"),
      organizationId: busy.organizationId,
      template: "invitation" as const,
      state: "sent" as const,
      createdAt: new Date(now.getTime() - 600_000),
      expiresAt: now,
      finishedAt: now,
    }));
    await em().insertMany(Email, mails);

    expect(await invite(crowded, "one-more@example.org")).toMatchObject({
      status: 409,
      code: "invitation_limit",
    });
    const limited = await invite(busy, "ada@example.org");
    expect(limited).toMatchObject({ status: 429, code: "invitations_limited" });
    expect(limited.retryAfterSeconds).toBeGreaterThan(2_900);
    expect(limited.retryAfterSeconds).toBeLessThanOrEqual(3_000);
  });

  test("beyond five invitations an hour to one mailbox, across organizations", async () => {
    const owners = [await person(), await person()];
    const name = createId("account");
    const answers: Awaited<ReturnType<typeof invite>>[] = [];
    for (const owner of [...owners, ...owners, ...owners]) {
      answers.push(await invite(owner, `${name}+${answers.length}@example.org`));
    }

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(answers[5]).toMatchObject({ code: "invitations_limited" });
    expect(answers[5]?.retryAfterSeconds).toBeGreaterThan(0);
  });

  test("with an invalid email address or role, both reported at once", async () => {
    const { token, organizationId } = await person();

    const answer = await api.call(`/v1/organizations/${organizationId}/invitations`, {
      token,
      body: { email: "nobody", role: "king" },
    });

    expect(answer.status).toBe(422);
    expect(await expectDocumented(inviteRoute, answer)).toMatchObject({
      errors: [{ pointer: "/email" }, { pointer: "/role" }],
    });
  });
});

test("withdrawing another organization's, an unknown or an accepted invitation is refused with a specific code", async () => {
  const { owner, guest, mail, invitationId } = await invited();
  const stranger = await person();

  expect(await withdraw(stranger, invitationId)).toMatchObject({
    status: 403,
    body: { code: "outside_organization" },
  });
  expect(await withdraw(owner, "inv_none")).toMatchObject({
    status: 404,
    body: { code: "invitation_not_found" },
  });
  await accept(guest, mail);
  expect(await withdraw(owner, invitationId)).toMatchObject({
    status: 410,
    body: { code: "invitation_accepted" },
  });
});

test("the invited person's email address is deleted a month after the invitation has ended", async () => {
  const { invitationId } = await invited();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  await endedInvitations.deleteSome(em(), inDays(36));
  expect(await em().count(Invitation, { id: invitationId })).toBe(1);
  await endedInvitations.deleteSome(em(), inDays(38));

  expect(await em().count(Invitation, { id: invitationId })).toBe(0);
});

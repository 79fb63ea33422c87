import { expect, test } from "vitest";

import { beginErasure } from "#db/accounts/erase-account.ts";
import { mailOrganizationEvents } from "#db/email/email-events.ts";
import { Account, ApiKey, Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Email } from "#db/entities/email.ts";
import { WebhookDelivery, WebhookEndpoint } from "#db/entities/webhook.ts";
import { createId } from "#db/ids.ts";
import { addApiKey } from "#db/organizations/manage-api-keys.ts";
import { removeMember } from "#db/organizations/members.ts";
import { effectivePermissions, type Role } from "#domain/accounts/permission.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

/** The end of a membership ends every key and webhook that would keep working for the former member. */

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();

interface Member {
  readonly organizationId: string;
  readonly accountId: string;
  readonly token: string;
}

async function owner(): Promise<Member> {
  const { organizationId, accountId } = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, accountId);
  return { organizationId, accountId, token };
}

async function join({ organizationId }: Member, role: Role): Promise<Member> {
  const accountId = createId("account");
  await em().insert(Account, { id: accountId, email: `${accountId}@example.org` });
  await em().insert(Membership, { organizationId, accountId, role });
  const { token } = await createTestSession(database.orm, accountId);
  return { organizationId, accountId, token };
}

async function remove(by: Member, { organizationId, accountId }: Member): Promise<void> {
  const path = `/v1/organizations/${organizationId}/members/${accountId}`;
  const response = await api.call(path, { method: "DELETE", token: by.token });
  expect(response.status).toBe(204);
}

async function makeKey({ token }: Member): Promise<{ keyId: string; key: string }> {
  const response = await api.call("/v1/api-keys", { token, body: { name: "leaver's" } });
  expect(response.status).toBe(201);
  return (await response.json()) as { keyId: string; key: string };
}

async function makeWebhook(credential: { token: string } | { key: string }): Promise<string> {
  const body = { url: "https://hooks.example.net/secret-path", events: ["job.completed"] };
  const response = await api.call("/v1/webhooks", { ...credential, body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { webhookId: string }).webhookId;
}

async function readWebhook({ token }: Member, webhookId: string): Promise<unknown> {
  return (await api.call(`/v1/webhooks/${webhookId}`, { token })).json();
}

async function actsOn(targetId: string): Promise<AuditEntry[]> {
  return em().find(AuditEntry, { targetId }, { orderBy: { id: "asc" } });
}

test("the API keys of a removed member are revoked, and stay revoked when the person rejoins", async () => {
  const boss = await owner();
  const member = await join(boss, "admin");
  const { keyId, key } = await makeKey(member);

  await remove(boss, member);

  const shown = await api.call(`/v1/api-keys/${keyId}`, { token: boss.token });
  expect(await shown.json()).toMatchObject({ status: "revoked" });
  expect((await actsOn(keyId)).at(-1)).toMatchObject({
    action: "api_key.revoked",
    actorAccountId: boss.accountId,
    organizationId: boss.organizationId,
  });
  const { organizationId, accountId } = member;
  await em().insert(Membership, { organizationId, accountId, role: "developer" });
  await expect
    .poll(async () => (await (await api.call("/v1/models", { key })).json()) as object)
    .toMatchObject({ code: "api_key_revoked" });
});

test("the person keeps the API keys of other organizations", async () => {
  const [boss, other] = [await owner(), await owner()];
  const member = await join(boss, "developer");
  const { organizationId } = other;
  const { accountId } = member;
  await em().insert(Membership, { organizationId, accountId, role: "developer" });
  const elsewhere = await em().transactional(async (tx) =>
    addApiKey(tx, {
      caller: {
        organizationId,
        accountId,
        role: "developer",
        permissions: effectivePermissions(null, { role: "developer", isOperator: false }),
        plan: "free",
      },
      rules: {
        name: "elsewhere",
        permissions: null,
        creditLimit: null,
        allowedAddresses: null,
        expiresAt: null,
      },
      actor: {},
    }),
  );

  await remove(boss, member);

  expect((await api.call("/v1/models", { key: elsewhere.value })).status).toBe(200);
});

test("a webhook of a removed member is disabled, its pending deliveries are abandoned, and the owners get an email", async () => {
  const boss = await owner();
  const member = await join(boss, "developer");
  const webhookId = await makeWebhook({ token: member.token });
  const bosses = await makeWebhook({ token: boss.token });
  await api.call(`/v1/webhooks/${webhookId}/test`, { token: boss.token, body: {} });

  await remove(boss, member);

  expect(await readWebhook(boss, webhookId)).toMatchObject({
    enabled: false,
    disabled: { reason: "member_left" },
    urlSetBy: member.accountId,
  });
  expect(await readWebhook(boss, bosses)).toMatchObject({ enabled: true });
  expect(await em().count(WebhookDelivery, { endpointId: webhookId, state: "pending" })).toBe(0);
  expect((await actsOn(webhookId)).at(-1)).toMatchObject({
    action: "webhook.disabled",
    actorAccountId: boss.accountId,
    after: { reason: "member_left" },
  });
  await mailOrganizationEvents(em(), { vault: testVault, now: new Date(), after: null });
  const { organizationId } = boss;
  expect(await em().find(Email, { organizationId })).toMatchObject([
    { template: "webhook_disabled", accountId: boss.accountId },
  ]);
  const enabled = await api.call(`/v1/webhooks/${webhookId}`, {
    method: "PUT",
    token: boss.token,
    body: { enabled: true },
  });
  expect(await enabled.json()).toMatchObject({ enabled: true });
});

test("a webhook with a URL set by a removed member is disabled, whichever member created it", async () => {
  const boss = await owner();
  const member = await join(boss, "developer");
  const webhookId = await makeWebhook({ token: boss.token });
  const body = { url: "https://leaver.example.net/hook" };
  await api.call(`/v1/webhooks/${webhookId}`, { method: "PUT", token: member.token, body });

  await remove(boss, member);

  expect(await readWebhook(boss, webhookId)).toMatchObject({ disabled: { reason: "member_left" } });
});

test.each(["leaves", "is erased"])(
  "a member who %s is treated like a removed member",
  async (how) => {
    const boss = await owner();
    const member = await join(boss, "developer");
    const { keyId } = await makeKey(member);
    const webhookId = await makeWebhook({ token: member.token });
    const { accountId } = member;

    if (how === "leaves") {
      await remove(member, member);
    } else {
      const now = new Date();
      await em().nativeUpdate(Account, { id: accountId }, { status: "closing", closesAt: now });
      await beginErasure(em(), accountId, now);
    }

    expect(await em().findOneOrFail(ApiKey, keyId)).toMatchObject({ revokedAt: expect.any(Date) });
    expect(await em().findOneOrFail(WebhookEndpoint, webhookId)).toMatchObject({
      disabledReason: "member_left",
    });
  },
);

test("an API key and a webhook created during the removal of their creator do not outlive the membership", async () => {
  const boss = await owner();
  for (let round = 0; round < 4; round += 1) {
    const member = await join(boss, "developer");
    const { token, accountId } = member;
    const body = { url: "https://hooks.example.net/race", events: null };

    await Promise.all([
      remove(boss, member),
      api.call("/v1/api-keys", { token, body: { name: "late" } }),
      api.call("/v1/webhooks", { token, body }),
    ]);

    expect(await em().count(ApiKey, { accountId, revokedAt: null })).toBe(0);
    expect(await em().count(WebhookEndpoint, { createdBy: accountId, disabledAt: null })).toBe(0);
  }
});

test("the organization accepts new rows while a member is being removed", async () => {
  const boss = await owner();
  const member = await join(boss, "developer");
  const { organizationId, accountId } = member;
  const added = Promise.withResolvers<void>();
  const removed = Promise.withResolvers<void>();
  const actor = { actorAccountId: boss.accountId };
  const removal = em().transactional(async (tx) => {
    const who = { organizationId, accountId, actorRole: "owner", actor, now: new Date() } as const;
    await removeMember(tx, who);
    removed.resolve();
    await added.promise;
  });
  await Promise.race([removed.promise, removal]);

  await join(boss, "viewer");

  added.resolve();
  await removal;
});

test("the audit entry of a revoked API key lists the webhooks whose URL was set with the key", async () => {
  const boss = await owner();
  const { keyId, key } = await makeKey(boss);
  const webhookId = await makeWebhook({ key });
  await makeWebhook({ token: boss.token });
  expect(await readWebhook(boss, webhookId)).toMatchObject({ urlSetWithKey: keyId });

  await api.call(`/v1/api-keys/${keyId}`, { method: "DELETE", token: boss.token });

  expect((await actsOn(keyId)).at(-1)).toMatchObject({
    action: "api_key.revoked",
    after: { webhookIds: [webhookId] },
  });
});

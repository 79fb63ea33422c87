import { expect, test } from "vitest";

import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { createKeyValue, hashKeyValue } from "#db/organizations/api-key-value.ts";
import { createApiKey, findCallerByKeyHash } from "#db/organizations/api-keys.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

async function callerOf(key: string) {
  return findCallerByKeyHash(em(), hashKeyValue(key));
}

test("a key is found by its value, with its organization's limits and permissions", async () => {
  const owner = await createOrganization(database.orm, { requestsPerHour: 12, role: "developer" });

  expect(await callerOf(owner.key)).toMatchObject({
    organizationId: owner.organizationId,
    accountId: owner.accountId,
    apiKeyId: owner.keyId,
    role: "developer",
    plan: "enterprise",
    requestsPerHour: 12,
    accountStatus: "active",
    organizationStatus: "active",
    paymentStatus: "current",
  });
});

test("an unknown key has no caller", async () => {
  expect(await callerOf(createKeyValue())).toBeNull();
});

test("a key follows its creator: demoted, it loses permissions; removed, it has no caller", async () => {
  const owner = await createOrganization(database.orm, {
    permissions: ["jobs:read", "generations:create"],
  });
  const { organizationId, accountId } = owner;
  expect((await callerOf(owner.key))?.permissions.toSorted()).toEqual([
    "generations:create",
    "jobs:read",
  ]);

  await em().nativeUpdate(Membership, { organizationId, accountId }, { role: "viewer" });
  expect((await callerOf(owner.key))?.permissions).toEqual(["jobs:read"]);

  await em().nativeDelete(Membership, { organizationId, accountId });
  expect(await callerOf(owner.key)).toBeNull();
});

test("the caller carries the states of key, account and organization, which the API maps to specific errors", async () => {
  const owner = await createOrganization(database.orm);
  const past = new Date("2026-01-01T00:00:00Z");
  await em().nativeUpdate(ApiKey, { id: owner.keyId }, { expiresAt: past, revokedAt: past });
  await em().nativeUpdate(Account, { id: owner.accountId }, { status: "suspended" });
  await em().nativeUpdate(
    Organization,
    { id: owner.organizationId },
    { status: "suspended", paymentStatus: "overdue" },
  );

  expect(await callerOf(owner.key)).toMatchObject({
    expiresAt: past,
    revokedAt: past,
    accountStatus: "suspended",
    organizationStatus: "suspended",
    paymentStatus: "overdue",
  });
});

test("during a rotation the former value works until the overlap ends, not longer", async () => {
  const owner = await createOrganization(database.orm);
  const next = createKeyValue();
  const rotate = async (previousValidUntil: Date) =>
    em().nativeUpdate(
      ApiKey,
      { id: owner.keyId },
      { hash: hashKeyValue(next), previousHash: hashKeyValue(owner.key), previousValidUntil },
    );

  await rotate(new Date(Date.now() + 60_000));
  const valid = { apiKeyId: owner.keyId, revokedAt: null };
  expect(await callerOf(owner.key)).toMatchObject(valid);
  expect(await callerOf(next)).toMatchObject(valid);

  const ended = new Date(Date.now() - 1_000);
  await rotate(ended);
  expect(await callerOf(owner.key)).toMatchObject({ ...valid, revokedAt: ended });
  expect(await callerOf(next)).toMatchObject(valid);
});

test("a new key is due for rotation in ninety days and shows only its first and last characters", async () => {
  const { organizationId, accountId } = await createOrganization(database.orm);

  const { keyId, value } = await createApiKey(em(), { organizationId, accountId, name: "ci" });

  const row = await em().findOneOrFail(ApiKey, keyId);
  const days = (row.rotationDueAt.getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  expect(row).toMatchObject({ prefix: value.slice(0, 8), last4: value.slice(-4) });
  expect(Buffer.compare(row.hash, hashKeyValue(value))).toBe(0);
});

import { expect, test } from "vitest";

import { listAuditLog } from "#api/routes/audit/list-audit-log.ts";
import { getOrganization } from "#api/routes/organizations/get-organization.ts";
import { updateOrganization } from "#api/routes/organizations/update-organization.ts";
import { OrganizationProviderKey } from "#db/entities/organization.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { endSubmission, findSubmission } from "#db/jobs/submissions.ts";
import {
  eraseRemovedKeys,
  findOrganizationKeys,
  openProviderKey,
} from "#db/providers/provider-keys.ts";
import { createVault } from "#db/vault.ts";
import type { Role } from "#domain/accounts/permission.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";

/** Organization-provided keys: who may set them, and which part is stored and shown. */

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();
const secret = "fal-secret-value-7f3a91c04bde";

interface Person extends TestOrganization {
  readonly token: string;
}

async function person(role: Role = "owner"): Promise<Person> {
  const organization = await createOrganization(database.orm, { role });
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}

interface Shown {
  readonly providerKeys: readonly { provider: string; last4: string | null; setBy: string }[];
}

async function put(
  { organizationId, token }: Pick<Person, "organizationId" | "token">,
  providerKeys: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Shown & { code?: string; errors?: { pointer: string }[] } }> {
  const path = `/v1/organizations/${organizationId}`;
  const response = await api.call(path, { method: "PUT", token, body: { providerKeys }, headers });
  const body = await expectDocumented(updateOrganization, response);
  return { status: response.status, body: body as never };
}

async function get({ organizationId, key }: TestOrganization): Promise<{ etag: string } & Shown> {
  const response = await api.call(`/v1/organizations/${organizationId}`, { key });
  const body = (await expectDocumented(getOrganization, response)) as Shown;
  return { ...body, etag: response.headers.get("ETag") ?? "" };
}

async function keysOf({ organizationId }: TestOrganization): Promise<OrganizationProviderKey[]> {
  const order = { orderBy: { setAt: "asc" }, populate: ["sealed"] } as const;
  return em().find(OrganizationProviderKey, { organizationId }, order);
}

/** Lists the tables that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await em().execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: string[] = [];
  const hex = Buffer.from(text).toString("hex");
  for (const { name } of tables) {
    const rows = await em().execute<object[]>(
      `select 1 from ${name} t where to_jsonb(t)::text like ? or to_jsonb(t)::text like ? limit 1`,
      [`%${text}%`, `%${hex}%`],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("a key is shown by provider and last characters only, and cannot be read back anywhere", async () => {
  const owner = await person();

  const { status, body } = await put(owner, { fal: secret });

  expect(status).toBe(200);
  const shown = { provider: "fal", last4: "4bde", setBy: owner.accountId };
  expect(body.providerKeys).toMatchObject([shown]);
  expect((await get(owner)).providerKeys).toEqual(body.providerKeys);
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(await tablesWith(secret)).toEqual([]);
  expect(api.logLines.join("\n")).not.toContain(secret);
  const [row] = await keysOf(owner);
  expect(await openProviderKey(em(), row?.id ?? "", testVault)).toBe(secret);
});

test("a sealed key opens only in its row, and only under its master key", async () => {
  const [owner, other] = [await person(), await person()];
  await put(owner, { fal: secret });
  await put(other, { fal: "another-secret-value-0001" });
  const [mine] = await keysOf(owner);
  const [theirs] = await keysOf(other);
  const unusable = { code: "own_key_unusable" };

  const another = createVault("another master key that is long enough");
  await expect(openProviderKey(em(), mine?.id ?? "", another)).rejects.toMatchObject(unusable);
  const { sealed } = mine ?? {};
  await em().nativeUpdate(OrganizationProviderKey, theirs?.id ?? "", { sealed: sealed ?? null });
  await expect(openProviderKey(em(), theirs?.id ?? "", testVault)).rejects.toMatchObject(unusable);
});

test("a short key shows no characters", async () => {
  const owner = await person();

  const { body } = await put(owner, { fal: "short-key-0001", openai: "1234567890abcdef" });

  expect(body.providerKeys).toMatchObject([
    { provider: "fal", last4: null },
    { provider: "openai", last4: "cdef" },
  ]);
});

test("omitted providers keep their keys, null removes a key, and a second null changes nothing", async () => {
  const owner = await person();
  await put(owner, { fal: secret, openai: secret });

  expect((await put(owner, { openai: null })).body.providerKeys).toMatchObject([
    { provider: "fal" },
  ]);
  await put(owner, { openai: null, luma: null });

  expect((await get(owner)).providerKeys).toMatchObject([{ provider: "fal" }]);
  const log = await api.call("/v1/audit-log", { key: owner.key });
  const { data } = (await expectDocumented(listAuditLog, log)) as {
    data: { action: string; before: unknown; after: unknown }[];
  };
  const entries = data.filter(({ action }) => action.startsWith("provider_key."));
  expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: "provider_key.removed", before: { provider: "openai" }, after: null },
    { action: "provider_key.set", before: null, after: { provider: "fal" } },
    { action: "provider_key.set", before: null, after: { provider: "openai" } },
  ]);
  expect(JSON.stringify(data)).not.toContain(secret);
});

test.each(["owner", "admin"] as const)("%s may set a key", async (role) => {
  expect((await put(await person(role), { fal: secret })).status).toBe(200);
});

test.each(["developer", "viewer"] as const)(
  "%s may not set a key, but sees which keys exist",
  async (role) => {
    const somebody = await person(role);

    const refused = await put(somebody, { fal: secret });

    expect(refused).toMatchObject({ status: 403, body: { code: "permission_missing" } });
    expect((await get(somebody)).providerKeys).toEqual([]);
  },
);

test("an API key may not set provider keys, so that a stolen key cannot redirect payments", async () => {
  const owner = await person();
  const path = `/v1/organizations/${owner.organizationId}`;
  const body = { providerKeys: { fal: secret } };

  const response = await api.call(path, { method: "PUT", key: owner.key, body });

  expect(await expectDocumented(updateOrganization, response)).toMatchObject({
    status: 403,
    code: "session_required",
  });
});

test("another organization's keys can be neither set nor read", async () => {
  const [owner, stranger] = [await person(), await person()];
  const { organizationId } = owner;

  const outside = { status: 403, body: { code: "outside_organization" } };
  expect(await put({ ...stranger, organizationId }, { fal: secret })).toMatchObject(outside);
  const missing = { ...stranger, organizationId: "org_none" };
  expect(await put(missing, { fal: secret })).toMatchObject({ status: 404 });
  const read = await api.call(`/v1/organizations/${organizationId}`, { key: stranger.key });
  expect(read.status).toBe(403);
  expect(await keysOf(owner)).toEqual([]);
});

test("every problem of the keys is reported at once, without any part of a key, and nothing is set", async () => {
  const owner = await person();
  const wrong = {
    studio: "embedded-secret-1",
    nobody: "unknown-secret-1",
    fal: "short-1",
    openai: "x".repeat(501),
    luma: "two-secrets-1,two-secrets-2",
    google: "with space-secret",
    kling: "with-control-secret\u0007",
    runway: "with-letter-secret-ü",
    tripo: 12_345_678,
    recraft: secret,
  };

  const { status, body } = await put(owner, wrong);

  expect(status).toBe(422);
  const pointers = Object.keys(wrong)
    .filter((slug) => slug !== "recraft")
    .map((slug) => `/providerKeys/${slug}`);
  expect(body.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(pointers.toSorted());
  const told = JSON.stringify(body);
  for (const value of Object.values(wrong)) expect(told).not.toContain(String(value));
  expect(api.logLines.join("\n")).not.toMatch(/secret/);
  expect(await keysOf(owner)).toEqual([]);
});

test("malformed JSON is refused without repeating its content in the response or the logs", async () => {
  const { organizationId, token } = await person();

  const response = await api.call(`/v1/organizations/${organizationId}`, {
    method: "PUT",
    token,
    headers: { "Content-Type": "application/json" },
    body: `{"providerKeys":{"fal":"${secret}"`,
  });

  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain(secret);
  expect(api.logLines.join("\n")).not.toContain(secret);
});

test("every key change, even to the same value, changes the ETag, so that no lost update occurs", async () => {
  const owner = await person();
  const before = await get(owner);

  const set = await put(owner, { fal: secret }, { "If-Match": before.etag });
  expect(set.status).toBe(200);
  const after = await get(owner);
  expect(after.etag).not.toBe(before.etag);
  expect((await put(owner, { fal: null }, { "If-Match": before.etag })).status).toBe(412);
  expect((await put(owner, { fal: secret }, { "If-Match": after.etag })).status).toBe(200);
  expect((await put(owner, { fal: null }, { "If-Match": after.etag })).status).toBe(412);

  expect((await get(owner)).providerKeys).toHaveLength(1);
});

test("ten concurrent replacements leave one key and remove the others", async () => {
  const owner = await person();

  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => put(owner, { fal: `${secret}-${index}` })),
  );

  const keys = await keysOf(owner);
  expect(keys).toHaveLength(10);
  expect(keys.filter(({ removedAt }) => removedAt == null)).toHaveLength(1);
});

/** A job whose request was sent with the organization's key. */
async function sentJob(owner: Person): Promise<{ jobId: string; submissionId: string }> {
  const { fal: providerKeyId = null } = await findOrganizationKeys(em(), owner.organizationId);
  const choice = { ...choiceOf(1), modelId: "flux-dev", providerSlug: "fal", providerKeyId };
  const { jobId } = await createJob(em(), { ...newJob(owner, { credits: 1 }), choice });
  await beginJob(em(), jobId);
  const { id } = await findSubmission(em(), { jobId, step: "main", generation: 1 });
  await em().execute(`update provider_submissions set state = 'sent' where id = ?`, [id]);
  return { jobId, submissionId: id };
}

test("a replaced key is kept for the requests sent with it, and erased once they have ended", async () => {
  const owner = await person();
  await put(owner, { fal: secret });
  const { jobId, submissionId } = await sentJob(owner);
  await put(owner, { fal: "the-successor-0123456789" });
  const [former] = await keysOf(owner);

  await eraseRemovedKeys(em());
  expect(await openProviderKey(em(), former?.id ?? "", testVault)).toBe(secret);

  // Made, but not fetched: renewing an expired result URL needs the key again.
  await endSubmission(em(), { submissionId, state: "failed", code: "provider_failed" });
  await eraseRemovedKeys(em());
  expect(await openProviderKey(em(), former?.id ?? "", testVault)).toBe(secret);

  await endWithoutResult(em(), { jobId, status: "failed" });
  await eraseRemovedKeys(em());

  const [gone, present] = await keysOf(owner);
  expect(gone).toMatchObject({ sealed: null, last4: null, removedAt: expect.any(Date) });
  expect(await openProviderKey(em(), present?.id ?? "", testVault)).toMatch(/^the-successor/);
});

test("the database refuses a request with another organization's key, or with a key for another provider", async () => {
  const [owner, other] = [await person(), await person()];
  await put(owner, { fal: secret });
  const { fal: providerKeyId = null } = await findOrganizationKeys(em(), owner.organizationId);
  const choice = { ...choiceOf(1), modelId: "flux-dev", providerSlug: "fal", providerKeyId };

  await expect(createJob(em(), { ...newJob(other, { credits: 1 }), choice })).rejects.toThrow(
    /foreign key/,
  );
  await expect(
    createJob(em(), {
      ...newJob(owner, { credits: 1 }),
      choice: { ...choice, providerSlug: "openai" },
    }),
  ).rejects.toThrow(/foreign key/);
});

import { beforeAll, describe, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { updateAccount } from "#api/routes/account/update-account.ts";
import { updateOrganizationTerms } from "#api/routes/admin/update-organization-terms.ts";
import { updateProvider } from "#api/routes/admin/update-provider.ts";
import { updateUser } from "#api/routes/admin/update-user.ts";
import { updateApiKey } from "#api/routes/api-keys/update-api-key.ts";
import { routes } from "#api/routes/index.ts";
import { updateMember } from "#api/routes/organizations/update-member.ts";
import { updateOrganization } from "#api/routes/organizations/update-organization.ts";
import { updatePipeline } from "#api/routes/pipelines/update-pipeline.ts";
import { updateWebhook } from "#api/routes/webhooks/update-webhook.ts";
import { providers } from "#catalog/index.ts";
import { ApiKey, Membership } from "#db/entities/account.ts";
import { createOperator, type TestPerson } from "#test/support/accounts/access-world.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import type { TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { createTestWebhook } from "#test/support/webhooks/webhooks.ts";

const database = useDatabase();
const api = useApi(database);
const other = useApi(database);

beforeAll(async () => {
  operator = await createOperator(database.orm);
});

const em = () => database.orm.em.fork();

async function person() {
  const organization = await createOrganization(database.orm);
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}

interface Case {
  readonly route: Route;
  readonly token: string;
  readonly path: string;
  readonly changes: readonly [object, object];
  /** Sent with every update, and not part of the response. */
  readonly besides?: object;
}

/** Operators must state a reason. */
const besides = { reason: "a test" };
/** Each case uses a separate provider. */
const providerSlugs = providers.map(({ slug }) => slug);
let operator: TestPerson;

const cases: Record<string, () => Promise<Case>> = {
  async updateApiKey() {
    const { token, keyId } = await person();
    const changes = [{ name: "first" }, { name: "second" }] as const;
    return { route: updateApiKey, token, path: `/v1/api-keys/${keyId}`, changes };
  },
  async updateOrganization() {
    const { token, organizationId } = await person();
    const changes = [{ budget: 10 }, { budget: 20 }] as const;
    return {
      route: updateOrganization,
      token,
      path: `/v1/organizations/${organizationId}`,
      changes,
    };
  },
  async updateAccount() {
    const { token } = await person();
    const changes = [{ displayName: "Ada" }, { displayName: "Bob" }] as const;
    return { route: updateAccount, token, path: "/v1/account", changes };
  },
  async updateMember() {
    const { token, organizationId } = await person();
    const { accountId } = await person();
    await em().insert(Membership, { organizationId, accountId, role: "viewer" });
    const path = `/v1/organizations/${organizationId}/members/${accountId}`;
    const changes = [{ role: "admin" }, { role: "developer" }] as const;
    return { route: updateMember, token, path, changes };
  },
  async updateWebhook() {
    const owner = await person();
    const { webhookId } = await createTestWebhook(database.orm, owner);
    const changes = [{ enabled: false }, { events: ["job.failed"] }] as const;
    const { token } = owner;
    return { route: updateWebhook, token, path: `/v1/webhooks/${webhookId}`, changes };
  },
  async updatePipeline() {
    const owner = await person();
    const { pipelineId } = await createTestPipeline(database.orm, owner);
    const changes = [{ name: "Fox" }, { description: "An owl" }] as const;
    const { token } = owner;
    return { route: updatePipeline, token, path: `/v1/pipelines/${pipelineId}`, changes };
  },
  async updateProvider() {
    const slug = providerSlugs.shift();
    const changes = [{ weight: 10 }, { weight: 20, mode: "draining" }] as const;
    const path = `/v1/admin/providers/${slug}`;
    return { route: updateProvider, token: operator.token, path, changes, besides };
  },
  async updateUser() {
    const { accountId } = await person();
    const changes = [{ status: "suspended" }, { status: "active" }] as const;
    const path = `/v1/admin/users/${accountId}`;
    return { route: updateUser, token: operator.token, path, changes, besides };
  },
  async updateOrganizationTerms() {
    const { organizationId } = await person();
    const changes = [{ status: "suspended" }, { status: "active" }] as const;
    const path = `/v1/admin/organizations/${organizationId}`;
    return { route: updateOrganizationTerms, token: operator.token, path, changes, besides };
  },
};

async function put(
  { token, path, besides = {} }: Case,
  change: object,
  { match, server = api }: { match?: string; server?: TestApi } = {},
): Promise<Response> {
  const headers = match === undefined ? {} : { "If-Match": match };
  return server.call(path, { method: "PUT", token, body: { ...besides, ...change }, headers });
}

async function etagOfPut(given: Case, change: object): Promise<string> {
  const answer = await put(given, change, { match: "*" });
  expect(answer.status).toBe(200);
  return answer.headers.get("ETag") ?? "";
}

test("every PUT route that changes a resource declares its current representation, so accepts If-Match, and has a case here", () => {
  // A file that is put to an upload URL becomes a new asset.
  const puts = routes.filter((route) => route.method === "put" && route.takesFile !== true);
  const without = puts.filter((route) => route.current === null);

  expect(without.map(({ operationId }) => operationId)).toEqual([]);
  expect(puts.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(cases).toSorted(),
  );
});

describe.each(Object.entries(cases))("%s", (_name, prepare) => {
  test("with the current ETag updates the resource and returns the next ETag", async () => {
    const given = await prepare();
    const [first, second] = given.changes;
    const before = await etagOfPut(given, first);

    const answer = await put(given, second, { match: `"other", ${before}` });

    expect(await expectDocumented(given.route, answer)).toMatchObject(second);
    expect(answer.headers.get("ETag")).toMatch(/^"[\w.-]+"$/);
    expect(answer.headers.get("ETag")).not.toBe(before);
  });

  test.each(['"stale"', "nonsense", ""])("with If-Match %j changes nothing", async (match) => {
    const given = await prepare();
    const [first, second] = given.changes;
    const before = await etagOfPut(given, first);

    const answer = await put(given, second, { match });

    if (match === "") {
      expect(answer.status).toBe(200);
      return;
    }
    expect(await expectDocumented(given.route, answer)).toMatchObject({
      status: 412,
      code: "precondition_failed",
    });
    expect((await put(given, first, { match: before })).status).toBe(200);
  });

  test("with a weak ETag is refused", async () => {
    const given = await prepare();
    const before = await etagOfPut(given, given.changes[0]);

    const answer = await put(given, given.changes[1], { match: `W/${before}` });

    expect(answer.status).toBe(412);
  });

  test("accepts one of two concurrent updates with the same ETag", async () => {
    for (let round = 0; round < 5; round += 1) {
      const given = await prepare();
      const match = await etagOfPut(given, given.changes[0]);

      const answers = await Promise.all([
        put(given, given.changes[1], { match }),
        put(given, { ...given.changes[1] }, { match, server: other }),
      ]);

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
    }
  });
});

test.each(["updateApiKey", "updateOrganization", "updateWebhook"])(
  "%s returns the same ETag as a read",
  async (name) => {
    const given = await (cases[name] as () => Promise<Case>)();
    const { token, path } = given;
    const read = async () => (await api.call(path, { token })).headers.get("ETag") ?? "";
    const before = await read();

    const changed = await put(given, given.changes[1], { match: before });

    expect(changed.status).toBe(200);
    expect(changed.headers.get("ETag")).toBe(await read());
    expect((await put(given, given.changes[0], { match: before })).status).toBe(412);
  },
);

test("using a key does not make an update stale, but a conditional read notices the use", async () => {
  const { token, keyId } = await person();
  const path = `/v1/api-keys/${keyId}`;
  const first = (await api.call(path, { token })).headers.get("ETag") ?? "";
  await em().nativeUpdate(ApiKey, keyId, { lastUsedAt: new Date() });

  const read = await api.call(path, { token, headers: { "If-None-Match": first } });
  const changed = await api.call(path, {
    method: "PUT",
    token,
    body: { name: "renamed" },
    headers: { "If-Match": first },
  });

  expect(read.status).toBe(200);
  expect(changed.status).toBe(200);
  const stale = await api.call(path, {
    method: "PUT",
    token,
    body: { name: "again" },
    headers: { "If-Match": read.headers.get("ETag") ?? "" },
  });
  expect(stale.status).toBe(412);
});

test("a missing resource or one of another organization is reported before the ETag is compared", async () => {
  const { token } = await person();
  const foreign = await person();

  const answers = await Promise.all(
    ["key_none", foreign.keyId].map(async (keyId) =>
      api.call(`/v1/api-keys/${keyId}`, {
        method: "PUT",
        token,
        body: { name: "mine" },
        headers: { "If-Match": '"stale"' },
      }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([404, 403]);
});

test.each(["updateMember", "updateUser"])(
  "%s accepts the ETag of the list, until another update has changed the resource",
  async (name) => {
    const given = await (cases[name] as () => Promise<Case>)();
    const [list, userId] = given.path.split(/\/(?=[^/]+$)/);
    const listed = async () => {
      const answer = await api.call(`${list}?limit=100`, { token: given.token });
      const { data } = (await answer.json()) as { data: { userId: string; etag: string }[] };
      return data.find((entry) => entry.userId === userId)?.etag ?? "";
    };
    const match = await listed();

    const won = await put(given, given.changes[0], { match });
    const lost = await put(given, given.changes[1], { match });

    expect([won.status, lost.status]).toEqual([200, 412]);
    expect(won.headers.get("ETag")).toBe(await listed());
  },
);

import { beforeAll, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { routes } from "#api/routes/index.ts";
import { Account, Membership } from "#db/entities/account.ts";
import {
  createAccessWorld,
  pathOf,
  type AccessWorld,
} from "#test/support/accounts/access-world.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { createTestBatch } from "#test/support/jobs/batches.ts";
import { createTestConversation } from "#test/support/jobs/conversations.ts";

/** Every list of the API, made from the route list. */

const lists = routes
  .filter(({ query }) => "cursor" in query.shape)
  .map((route) => [route.operationId, route] as const);

const database = useDatabase();
const api = useApi(database);

let world: AccessWorld;
let rows: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await createAccessWorld(database.orm, api.storage);
  await addRows();
});

/** Adds rows, so that every list has at least two entries. */
async function addRows(): Promise<void> {
  const { accountId, token } = world.people.owner;
  const owner = { organizationId: world.organizationId, accountId };
  const { batchId } = await createTestBatch(database.orm, owner, [1, 1]);
  rows = { ...world.rows, batchId };
  await createTestConversation(database.orm, owner);
  await createTestAsset(database.orm, api.storage, owner);
  await createTestSession(database.orm, accountId);
  const { organizationId } = await createOrganization(database.orm);
  const em = database.orm.em.fork();
  await em.insert(Membership, { organizationId, accountId, role: "viewer" });
  // An operator may read every list.
  await em.nativeUpdate(Account, accountId, { isOperator: true });
  const invitations = `/v1/organizations/${owner.organizationId}/invitations`;
  const requests: [path: string, body: object][] = [
    ["/v1/webhooks", { url: "https://example.com/another" }],
    [`/v1/webhooks/${rows["webhookId"]}/test`, {}],
    [invitations, { email: "ada@example.org", role: "viewer" }],
    [invitations, { email: "bob@example.org", role: "viewer" }],
    [`/v1/pipelines/${rows["pipelineId"]}/runs`, { inputs: { topic: "foxes" } }],
    [`/v1/pipelines/${rows["pipelineId"]}/runs`, { inputs: { topic: "owls" } }],
  ];
  for (const [path, body] of requests) {
    expect((await api.call(path, { token, body })).status).toBeLessThan(300);
  }
}

interface Page {
  readonly data: readonly object[];
  readonly nextCursor: string | null;
}

async function call(route: Route, query: Record<string, string>): Promise<Response> {
  const path = `${pathOf(route, rows)}?${new URLSearchParams(query).toString()}`;
  return api.call(path, { token: world.people.owner.token });
}

/** Reads one page. The list of a batch is a part of the batch. */
async function readPage(route: Route, query: Record<string, string>): Promise<Page> {
  const response = await call(route, query);
  const body = (await expectDocumented(route, response)) as Page & { items?: Page };
  expect(response.status).toBe(200);
  return body.items ?? body;
}

/** Value of the entry's first field that identifies it. Events and versions are numbered. */
function idOf(entry: object): unknown {
  return Object.entries(entry).find(([name]) => /(?:id|sequence|version)$/i.test(name))?.[1];
}

test.each(lists)(
  "%s in pages of one returns every entry once, in the same order",
  async (_name, route) => {
    const whole = await readPage(route, { limit: "100" });
    const ids: unknown[] = [];

    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await readPage(route, { limit: "1", ...(cursor === "" ? {} : { cursor }) });
      expect(page.data).toHaveLength(1);
      ids.push(...page.data.map(idOf));
      cursor = page.nextCursor;
    }

    expect(whole.nextCursor).toBeNull();
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(whole.data.map(idOf));
  },
);

test.each(lists)("%s refuses the cursor of another list", async (_name, route) => {
  const [, other] = lists.find(([name]) => name !== route.operationId) ?? lists[0] ?? [];
  if (other === undefined) throw new Error("the API has one list only");
  const { nextCursor } = await readPage(other, { limit: "1" });

  const response = await call(route, { cursor: nextCursor ?? "" });

  expect(await expectDocumented(route, response)).toMatchObject({
    status: 400,
    code: "parameters_invalid",
    errors: [{ pointer: "query/cursor", code: "not_allowed" }],
  });
});

test.each(
  lists.flatMap(([name, route]) => ["0", "101", "x"].map((limit) => [name, limit, route] as const)),
)("%s refuses a limit of %s", async (_name, limit, route) => {
  const response = await call(route, { limit });

  expect(await expectDocumented(route, response)).toMatchObject({
    status: 400,
    code: "parameters_invalid",
    errors: [{ pointer: "query/limit" }],
  });
});

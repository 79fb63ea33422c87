import { readFileSync } from "node:fs";

import { beforeAll, describe, expect, test, vi } from "vitest";

import { doors } from "#api/doors/doors.ts";
import { needsSession, type Route } from "#api/http/route.ts";
import { downloadFile } from "#api/routes/files/download-file.ts";
import { appRoutes, routes as apiRoutes } from "#api/routes/index.ts";
import { Account } from "#db/entities/account.ts";
import { createShare } from "#db/jobs/shares.ts";
import { errorCatalog } from "#domain/errors.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import {
  expectCommonHeaders,
  expectDocumented,
  openapi,
  operationOf,
} from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { inlineObjectsOf } from "#test/support/inline-objects.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { createTestBatch } from "#test/support/jobs/batches.ts";
import { createTestConversation } from "#test/support/jobs/conversations.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { createTestDelivery } from "#test/support/webhooks/webhook-delivery.ts";
import { createTestWebhook } from "#test/support/webhooks/webhooks.ts";

const routes = [...apiRoutes, ...appRoutes];

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database);
const stranger = useOrganization(database);

let jobId: string;
let batchId: string;
let finishedJobId: string;
let spareJobId: string;
let outputId: string;
/** Token of a public link to the finished job. */
let shareToken: string;
let assetId: string;
/** Deleted by the test of its DELETE route. */
let spareAssetId: string;
let pipelineId: string;
let conversationId: string;
/** Deleted by the test of its DELETE route. */
let spareConversationId: string;
let webhook: { webhookId: string; deliveryId: string };
/** Deleted by the test of its DELETE route. */
let spareWebhookId: string;

beforeAll(async () => {
  // An operator may call every route.
  await database.orm.em.fork().nativeUpdate(Account, owner.accountId, { isOperator: true });
  jobId = await createQueuedJob(database.orm, owner);
  ({ batchId } = await createTestBatch(database.orm, owner));
  ({ outputId, jobId: finishedJobId } = await createFinishedJob());
  const share = { jobId: finishedJobId, ...owner, days: 1, showsPrompt: true, actor: {} };
  ({ token: shareToken } = await createShare(database.orm.em.fork(), share));
  ({ jobId: spareJobId } = await createFinishedJob());
  ({ assetId } = await createTestAsset(database.orm, api.storage, owner));
  ({ pipelineId } = await createTestPipeline(database.orm, owner));
  conversationId = await createTestConversation(database.orm, owner);
  spareConversationId = await createTestConversation(database.orm, owner);
  webhook = await createTestDelivery(database.orm, owner);
  ({ webhookId: spareWebhookId } = await createTestWebhook(database.orm, owner));
  ({ assetId: spareAssetId } = await createTestAsset(database.orm, api.storage, owner));
});

async function createFinishedJob(): Promise<{ jobId: string; outputId: string }> {
  const jobId = await createQueuedJob(database.orm, owner);
  const file = { jobId, bytes: Buffer.from("a file"), contentType: "image/png" };
  const output = await finishJob(database.orm, api.storage, owner.organizationId, file);
  return { jobId, ...output };
}

/** Paths outside /v1: pages, files, keys, callbacks, the dashboard's API, and doors. */
const otherPaths = ["/", "/errors", "/accept-invitation", "/reset-password", "/verify-email"];
const doorPrefixes = ["/openai/", "/mcp/"];
const otherPrefixes = [
  ...doorPrefixes,
  "/.well-known/",
  "/app/",
  "/files/",
  "/provider-webhooks/",
  "/s/",
  "/uploads/",
];

const ofPeople = routes.filter((route) => needsSession(route.access));
const ofKeys = routes.filter((route) => !needsSession(route.access));
const guarded = routes.filter((route) => route.access !== "public");
const permitted = ofKeys.filter((route) => typeof route.access === "object");
const strict = ofKeys.filter((route) => route.lenient !== true);
const withBody = ofKeys.filter((route) => route.body !== null && route.takesBytes !== true);
const ofJobs = routes.filter((route) => route.path.startsWith("/v1/jobs/{jobId}"));
const named = (list: readonly Route[]) => list.map((route) => [route.operationId, route] as const);

/**
 * Statuses of documented examples that cannot succeed: signatures, passwords and tokens have separate tests.
 */
const statusOfExample: Readonly<Record<string, number>> = {
  [downloadFile.operationId]: 403,
  login: 401,
  verifyEmail: 400,
  resetPassword: 400,
  startGoogleSignIn: 501,
  finishGoogleSignIn: 501,
  startGithubSignIn: 501,
  finishGithubSignIn: 501,
  refresh: 401,
  openSignInLink: 400,
  createAsset: 404,
  // The test server names no contact.
  getSecurityContact: 404,
  uploadFile: 404,
  receiveAccountWebhook: 404,
  receiveProviderWebhook: 404,
};

/** Builds a path of the route with ids that exist. */
function pathOf(route: Route, given: Record<string, string> = {}): string {
  const values: Record<string, string> = {
    jobId: jobOf(route),
    outputId,
    ...(route.path.startsWith("/s/") ? { token: shareToken } : {}),
    keyId: owner.keyId,
    orgId: owner.organizationId,
    userId: owner.accountId,
    batchId,
    assetId: route.method === "delete" ? spareAssetId : assetId,
    pipelineId,
    conversationId: route.method === "delete" ? spareConversationId : conversationId,
    webhookId: route.method === "delete" ? spareWebhookId : webhook.webhookId,
    deliveryId: webhook.deliveryId,
    modelId: "studio-image",
    provider_slug: "studio",
    ...given,
  };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? name);
  return route.path === "/files/{fileId}" ? signedPath(path) : path;
}

/** Some routes need a job that has ended, and one of them deletes it. */
function jobOf({ method, operationId, ranges }: Route): string {
  if (method === "delete") return spareJobId;
  return ranges === true || operationId === "retryJob" ? finishedJobId : jobId;
}

/** Signed URLs have separate tests; here an invalid signature is enough. */
function signedPath(path: string): string {
  return `${path}?expires=9999999999&signature=none`;
}

function bodyOf(route: Route): unknown {
  return route.body === null ? undefined : Object.values(route.examples?.body ?? {})[0];
}

async function call(
  route: Route,
  options: { key?: string; token?: string; path?: string; body?: unknown } = {},
) {
  const { path = pathOf(route), body = bodyOf(route), key, token } = options;
  return api.call(path, {
    method: route.method.toUpperCase(),
    ...(key === undefined ? {} : { key }),
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
}

describe("every route", () => {
  test.each(named(ofPeople))("%s is refused to a key", async (_name, route) => {
    const response = await call(route, { key: owner.key });

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 403,
      code: "session_required",
    });
  });

  test.each(named(ofKeys))("%s responds to its owner as documented", async (_name, route) => {
    const response = await call(route, { key: owner.key });

    await expectDocumented(route, response);
    expect(response.status).toBe(statusOfExample[route.operationId] ?? route.status);
  });

  test.each(named(guarded))("%s returns 401 without a credential", async (_name, route) => {
    const response = await call(route);

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 401,
      code: "credential_missing",
    });
    expect(response.headers.get("WWW-Authenticate")).toContain("X-API-Key");
  });

  test.each(named(permitted))("%s returns 403 without its permission", async (_name, route) => {
    const needed = typeof route.access === "object" ? route.access.permission : null;
    const another = needed === "org:read" ? "models:read" : "org:read";
    const { key } = await createOrganization(database.orm, { permissions: [another] });

    const response = await call(route, { key });

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 403,
      code: "permission_missing",
      details: { permission: typeof route.access === "object" ? route.access.permission : "" },
    });
  });

  test.each(named(strict))("%s refuses an unknown query parameter", async (_name, route) => {
    const path = pathOf(route);

    const response = await call(route, {
      key: owner.key,
      path: `${path}${path.includes("?") ? "&" : "?"}surprise=1`,
    });

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 400,
      code: "parameters_invalid",
      errors: [{ pointer: "query/surprise", code: "unknown_parameter" }],
    });
  });

  test.each(named(withBody))("%s names every unknown field", async (_name, route) => {
    const body = { ...(bodyOf(route) as object), surprise: 1, another: 2 };

    const response = await call(route, { key: owner.key, body });

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 422,
      code: "request_invalid",
      errors: [
        { pointer: "/surprise", code: "unknown_field" },
        { pointer: "/another", code: "unknown_field" },
      ],
    });
  });

  test.each(named(routes))("%s returns 405 with Allow for another method", async (_name, route) => {
    const response = await api.call(pathOf(route), { method: "PATCH", key: owner.key });

    expectCommonHeaders(response);
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")?.split(", ")).toContain(route.method.toUpperCase());
    expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
  });

  test.each(named(routes.filter((route) => route.method === "get")))(
    "%s responds to HEAD like GET, without a body",
    async (_name, route) => {
      const readBoth = async () => {
        const before = await call(route, { key: owner.key });
        const found = await api.call(pathOf(route), { method: "HEAD", key: owner.key });
        const after = await call(route, { key: owner.key });
        // A batch of usage that is written in between changes `lastUsedAt`.
        expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
        return { get: after, head: found };
      };
      const { get, head } = await vi.waitFor(readBoth, { timeout: 20_000 });

      expectCommonHeaders(head);
      expect(head.status).toBe(get.status);
      expect(await head.text()).toBe("");
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
      expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    },
  );

  test.each(named(routes.filter((route) => route.conditional && route.access !== "public")))(
    "%s returns 304 while nothing has changed, and does not count the request",
    async (_name, route) => {
      const { key } = owner;
      const credential = needsSession(route.access)
        ? { token: (await createTestSession(database.orm, owner.accountId)).token }
        : { key };
      const first = await call(route, credential);
      await first.arrayBuffer();

      const second = await api.call(pathOf(route), {
        ...credential,
        headers: { "If-None-Match": first.headers.get("etag") ?? "" },
      });

      await expectDocumented(route, second);
      expect(second.status).toBe(304);
      expect(second.headers.get("X-RateLimit-Remaining")).toBe(
        first.headers.get("X-RateLimit-Remaining"),
      );
    },
  );
});

describe("rows of organizations", () => {
  test.each(named(ofJobs))("%s returns 403 to another organization", async (_name, route) => {
    const response = await call(route, { key: stranger.key });

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 403,
      code: "outside_organization",
    });
  });

  test.each(named(ofJobs))("%s returns 404 for an unknown job", async (_name, route) => {
    const path = pathOf(route, { jobId: "job_00000000-0000-7000-8000-000000000000" });

    const response = await call(route, { key: owner.key, path });

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 404,
      code: "job_not_found",
    });
  });
});

describe("the OpenAPI document", () => {
  test("has exactly the 97 operations of the inventory under /v1", () => {
    const inventory = readFileSync(
      new URL("../fixtures/v1-endpoints.txt", import.meta.url),
      "utf8",
    );
    const served = routes
      .filter(({ path }) => path.startsWith("/v1/"))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);

    expect(served.toSorted()).toEqual(inventory.trim().split("\n").toSorted());
    const counts: Record<string, number> = {};
    for (const route of served) {
      const method = route.split(" ")[0] ?? "";
      counts[method] = (counts[method] ?? 0) + 1;
    }
    expect(counts).toEqual({ GET: 52, POST: 27, PUT: 9, DELETE: 9 });
  });

  test("has every other route at a listed path or behind a door", () => {
    const outside = [...routes, ...doors.flatMap((door) => door.routes)]
      .map(({ path }) => path)
      .filter((path) => !path.startsWith("/v1/") && !otherPaths.includes(path))
      .filter((path) => !otherPrefixes.some((prefix) => `${path}/`.startsWith(prefix)));

    expect(outside).toEqual([]);
    for (const { prefix } of doors) expect(doorPrefixes).toContain(`${prefix}/`);
  });

  test("has each operation once, with a summary and a tag", () => {
    const ids = routes.map((route) => route.operationId);

    expect(new Set(ids).size).toBe(ids.length);
    for (const route of routes) {
      expect(operationOf(route)).toMatchObject({ summary: expect.stringMatching(/\w/) });
      expect(route.tags).toHaveLength(1);
    }
  });

  test("has a name for every object of a job, a batch, an estimate and an event, so that clients have a type for it", () => {
    const shown = ["Job", "AcceptedJob", "JobEvent", "Batch", "BatchView", "BatchItem"];
    const estimates = ["PricedEstimate", "UnclearEstimate"];

    for (const name of [...shown, ...estimates]) {
      expect(inlineObjectsOf(openapi.components.schemas, name)).toEqual([]);
    }
  });

  test("has the schema of each event of a stream", () => {
    const eventOf = (path: string) =>
      openapi.paths[path]?.["get"]?.responses["200"]?.content?.["text/event-stream"]?.schema;

    expect(eventOf("/v1/jobs/{jobId}/events")).toEqual({ $ref: "#/components/schemas/JobEvent" });
    expect(eventOf("/v1/webhooks/{webhookId}/deliveries")).toEqual({
      $ref: "#/components/schemas/StreamedWebhookDelivery",
    });
  });

  test("documents every status of every error that a route lists", () => {
    for (const route of routes) {
      for (const code of route.errors) {
        expect(operationOf(route).responses).toHaveProperty(String(errorCatalog[code].status));
      }
    }
  });

  test("is served at /v1/openapi.json with its version", async () => {
    const response = await api.call("/v1/openapi.json", { key: owner.key });

    expect(await response.json()).toMatchObject({ openapi: "3.1.1", info: { version: "2.0.1" } });
  });
});

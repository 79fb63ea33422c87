import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { createBatch } from "#api/routes/batches/create-batch.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { listJobs } from "#api/routes/jobs/list-jobs.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { listModels } from "#api/routes/models/list-models.ts";
import { createWebhook } from "#api/routes/webhooks/create-webhook.ts";
import { brokenValue, validValue } from "#test/support/arbitrary-from-schema.ts";
import { expectDocumented, operationOf } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";

const runs = { numRuns: 150 };

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database, { credits: 1_000_000 });

/** Expects a documented response below 500, and a problem document for every error. */
async function expectFine(route: Route, response: Response): Promise<void> {
  await expectDocumented(route, response);
  expect(response.status).toBeLessThan(500);
  const type = response.headers.get("content-type") ?? "";
  const isProblem = type.startsWith("application/problem+json");
  expect(isProblem).toBe(response.status >= 400);
}

const named = (list: readonly Route[]) => list.map((route) => [route.operationId, route] as const);

describe("bodies", () => {
  const withBody = [createChatJob, createGeneration, createBatch, createEstimate, createWebhook];

  function schemaOf(route: Route): object {
    const schema = operationOf(route).requestBody?.content["application/json"]?.schema;
    if (schema === undefined) throw new Error(`${route.operationId} takes no body`);
    return schema;
  }

  async function send(route: Route, body: unknown): Promise<Response> {
    return api.call(route.path, { method: "POST", key: caller.key, body: JSON.stringify(body) });
  }

  test.each(named(withBody))(
    "%s accepts every body that the OpenAPI document allows, or refuses it with a documented error",
    async (_name, route) => {
      await fc.assert(
        fc.asyncProperty(validValue(schemaOf(route)), async (body) => {
          await expectFine(route, await send(route, body));
        }),
        runs,
      );
    },
  );

  test.each(named(withBody))(
    "%s survives bodies that the OpenAPI document does not allow",
    async (_name, route) => {
      await fc.assert(
        fc.asyncProperty(brokenValue(schemaOf(route)), async (body) => {
          await expectFine(route, await send(route, body));
        }),
        runs,
      );
    },
  );

  test.each(named(withBody))("%s survives text that is not JSON", async (_name, route) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (body) => {
        await expectFine(route, await api.call(route.path, { key: caller.key, body }));
      }),
      { numRuns: 50 },
    );
  });
});

describe("queries", () => {
  function queryOf(route: Route): fc.Arbitrary<Record<string, unknown>> {
    const parameters = (operationOf(route).parameters ?? []).filter((one) => one.in === "query");
    const text = fc.string({ unit: "grapheme", maxLength: 30 });
    return fc.record(
      Object.fromEntries(
        parameters.map((one) => [one.name, fc.oneof(validValue(one.schema), text)]),
      ),
      { requiredKeys: [] },
    );
  }

  test.each(named([listModels, listJobs]))("%s handles any query", async (_name, route) => {
    await fc.assert(
      fc.asyncProperty(queryOf(route), async (query) => {
        const words = new URLSearchParams(Object.entries(query).flatMap(toWords));

        const response = await api.call(`${route.path}?${words.toString()}`, { key: caller.key });

        await expectFine(route, response);
      }),
      runs,
    );
  });
});

describe("paths and headers", () => {
  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .filter((text) => text !== "." && text !== "..")
    .map(encodeURIComponent);

  test.each(named([getModel, getJob]))("%s handles any id", async (_name, route) => {
    await fc.assert(
      fc.asyncProperty(word, async (id) => {
        const path = route.path.replace(/\{\w+\}/, () => id);

        await expectFine(route, await api.call(path, { key: caller.key }));
      }),
      runs,
    );
  });

  test("any value of the headers that a route reads gets a documented response", async () => {
    const value = fc.string({ unit: "binary-ascii", maxLength: 60 }).map(toHeader);
    const names = ["Idempotency-Key", "Prefer", "If-None-Match", "Range", "X-Request-Id", "Accept"];
    const headers = fc
      .record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
      .map((given) => given as Record<string, string>);
    await fc.assert(
      fc.asyncProperty(headers, async (given) => {
        const body = { message: "a red fox" };
        const { key } = caller;

        await expectFine(listModels, await api.call("/v1/models", { key, headers: given }));
        await expectFine(createChatJob, await api.call("/v1/chat", { key, headers: given, body }));
      }),
      { numRuns: 60 },
    );
  });
});

/** Removes characters that an HTTP client library would refuse. */
function toHeader(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "").trim();
}

/** Serializes as `style: form, explode: true` does: each member of an object is a parameter. */
function toWords([name, value]: [string, unknown]): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value).toWellFormed()]];
  return Object.entries(value).map(([member, text]) => [
    `${name}.${member}`.toWellFormed(),
    String(text).toWellFormed(),
  ]);
}

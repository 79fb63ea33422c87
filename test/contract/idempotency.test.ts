import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { routes } from "#api/routes/index.ts";
import {
  createOperatedWorld,
  pathOf,
  type AccessWorld,
} from "#test/support/accounts/access-world.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

/** Every route that takes `Idempotency-Key`, made from the route list. */

const keyed = routes
  .filter(({ idempotent }) => idempotent !== undefined)
  .map((route) => [route.operationId, route] as const);

const database = useDatabase();
const api = useApi(database);

const createWorld = async () => createOperatedWorld(database.orm, api.storage);

/** Bodies that name rows; other routes use their documented example. */
function bodyOf(route: Route, { organizationId, rows }: AccessWorld): object | undefined {
  if (route.operationId === "createAsset") return { outputId: rows["outputId"], name: "fox.png" };
  if (route.operationId === "createGrant") {
    return { organizationId, credits: 100, reason: "goodwill" };
  }
  return Object.values(route.examples?.body ?? {})[0] as object | undefined;
}

/** Operation → change of its body that keeps the body valid. */
const changes: Readonly<Record<string, object>> = {
  createPipelineRun: { inputs: { topic: "other" } },
  createChatJob: { message: "a snowy owl" },
  createGeneration: { prompt: "a snowy owl" },
  retryJob: { parameters: { seed: 8 } },
  createBatch: { name: "Summer catalog" },
  createAsset: { name: "owl.png" },
  createPipeline: { name: "Owl film" },
  createWebhook: { url: "https://example.com/another" },
  rotateWebhookSecret: { overlapSeconds: 60 },
  createApiKey: { name: "Another backend" },
  rotateApiKey: { overlapSeconds: 60 },
  createOrganization: { name: "Sound studio" },
  inviteMember: { email: "bob@example.org" },
  createGrant: { credits: 200 },
};

async function send(
  route: Route,
  { people, rows }: AccessWorld,
  { key, body }: { key: string; body: object | undefined },
): Promise<Response> {
  return api.call(pathOf(route, rows), {
    method: "POST",
    token: people.owner.token,
    headers: { "Idempotency-Key": key },
    ...(body === undefined ? {} : { body }),
  });
}

test.each(keyed)("%s returns the first response to a repeated request", async (_name, route) => {
  const world = await createWorld();
  const request = { key: randomUUID(), body: bodyOf(route, world) };

  const first = await send(route, world, request);
  const again = await send(route, world, request);

  expect([first.status, again.status]).toEqual([route.status, route.status]);
  expect(first.headers.get("Idempotent-Replayed")).toBeNull();
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(await expectDocumented(route, again)).toEqual(await expectDocumented(route, first));
});

test.each(keyed.filter(([, { body }]) => body !== null))(
  "%s refuses the key of a request with another body",
  async (name, route) => {
    const world = await createWorld();
    const key = randomUUID();
    const body = bodyOf(route, world);
    await send(route, world, { key, body });

    const response = await send(route, world, { key, body: { ...body, ...changes[name] } });

    expect(await expectDocumented(route, response)).toMatchObject({
      status: 422,
      code: "idempotency_mismatch",
    });
  },
);

test.each(keyed)("%s refuses a malformed key", async (_name, route) => {
  const world = await createWorld();
  const request = { key: "k".repeat(300), body: bodyOf(route, world) };

  const response = await send(route, world, request);

  expect(await expectDocumented(route, response)).toMatchObject({
    status: 400,
    code: "parameters_invalid",
    errors: [{ pointer: "header/Idempotency-Key", code: "wrong_format" }],
  });
});

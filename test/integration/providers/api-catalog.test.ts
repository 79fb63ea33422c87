import { describe, expect, test } from "vitest";

import { getModelSchema } from "#api/routes/models/get-model-schema.ts";
import { listModels } from "#api/routes/models/list-models.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";

interface ListedModel {
  id: string;
  provider: string;
  contentType: string;
  capabilities: string[];
  displayName: string;
  description: string;
  providerName: string;
  status: string;
  credits: { min: number; max: number };
}

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database, { permissions: ["models:read"] });

async function list<Item>(path: string): Promise<Item[]> {
  const response = await api.call(path, { key: caller.key });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Item[] }).data;
}

describe("GET /v1/models", () => {
  test("filters by each parameter, and combines them", async () => {
    const all = await list<ListedModel>("/v1/models");
    const videos = await list<ListedModel>("/v1/models?type=video");
    const both = await list<ListedModel>(
      "/v1/models?type=video&capability=image-to-video&search=KLING",
    );

    const isVideo = (model: ListedModel) => model.contentType === "video";
    const text = (model: ListedModel) =>
      [model.id, model.displayName, model.provider, model.providerName, model.description]
        .join(" ")
        .toLowerCase();
    const expected = all.filter(
      (model) =>
        isVideo(model) &&
        model.capabilities.includes("image-to-video") &&
        text(model).includes("kling"),
    );
    expect(all.length).toBeGreaterThan(100);
    expect(videos.map((model) => model.id)).toEqual(all.filter(isVideo).map((model) => model.id));
    expect(both.length).toBeGreaterThan(0);
    expect(both.map((model) => model.id)).toEqual(expected.map((model) => model.id));
  });

  test("treats pattern characters in a search literally", async () => {
    expect(await list("/v1/models?search=%25")).toEqual([]);
    expect(await list("/v1/models?search=%5C")).toEqual([]);
  });

  test.each([
    ["type", "Image"],
    ["capability", "teleport"],
  ])("refuses an unknown %s with the list of known values", async (name, value) => {
    const response = await api.call(`/v1/models?${name}=${value}`, { key: caller.key });

    const problem = await expectDocumented(listModels, response);

    expect(problem).toMatchObject({
      code: "parameters_invalid",
      errors: [{ pointer: `query/${name}`, message: expect.stringContaining("image") }],
    });
  });

  test("a model of several hosts names the keys of all of them, because any one suffices", async () => {
    const response = await api.call("/v1/models/flux-2-pro", { key: caller.key });
    const listed = await list<ListedModel>("/v1/models?search=flux-2-pro");

    const reason =
      "Black Forest Labs and Together AI have no key on this server: " +
      "set BLACK_FOREST_LABS_API_KEY or TOGETHER_API_KEY to use flux-2-pro.";
    const absent = { available: false, unavailableReason: reason };
    expect(await response.json()).toMatchObject(absent);
    expect(listed.find(({ id }) => id === "flux-2-pro")).toMatchObject(absent);
  });
});

test("the model for media operations is neither listed nor found, by callers or by a capability", async () => {
  const listed = await list<ListedModel>("/v1/models");
  const paths = ["/v1/models/studio-media", "/v1/models/studio-media/schema"];
  const statuses = await Promise.all(
    paths.map(async (path) => (await api.call(path, { key: caller.key })).status),
  );

  expect(listed.filter(({ capabilities }) => capabilities.length === 0)).toEqual([]);
  expect(statuses).toEqual([404, 404]);
});

describe("GET /v1/models/{modelId}/schema", () => {
  test("returns the model's input and output schema, and 304 while it stays the same", async () => {
    const path = "/v1/models/studio-image/schema";

    const response = await api.call(path, { key: caller.key });
    const again = await api.call(path, {
      key: caller.key,
      headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
    });

    expect(response.status).toBe(200);
    expect(await expectDocumented(getModelSchema, response)).toMatchObject({
      model: "studio-image",
      input: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { model: { const: "studio-image" } },
      },
      output: { type: "array" },
    });
    expect(again.status).toBe(304);
  });

  test("returns 404 for an unknown model, and 403 for a key without the permission to read models", async () => {
    const { key } = await createOrganization(database.orm, { permissions: ["jobs:read"] });

    const missing = await api.call("/v1/models/nothing/schema", { key: caller.key });
    const forbidden = await api.call("/v1/models/studio-image/schema", { key });

    expect([missing.status, forbidden.status]).toEqual([404, 403]);
    expect(await expectDocumented(getModelSchema, missing)).toMatchObject({
      code: "model_not_found",
    });
  });
});

describe("GET /v1/providers", () => {
  test("counts and prices match the catalog", async () => {
    const models = await list<ListedModel>("/v1/models");
    const providers = await list<{
      slug: string;
      modelsAvailable: number;
      pricing: { minCredits: number; maxCredits: number };
    }>("/v1/providers");

    for (const { slug, modelsAvailable, pricing } of providers) {
      const own = models.filter((model) => model.provider === slug && model.status !== "retired");
      expect({ slug, modelsAvailable, ...pricing }).toEqual({
        slug,
        modelsAvailable: own.length,
        minCredits: Math.min(...own.map((model) => model.credits.min)),
        maxCredits: Math.max(...own.map((model) => model.credits.max)),
      });
    }
    expect(providers.length).toBeGreaterThanOrEqual(17);
  });

  test("a failed probe makes a provider unavailable", async () => {
    const em = database.orm.em.fork();
    await em.execute(
      `insert into provider_probes (provider_slug, ok, latency_ms, checked_at, last_error_code, last_error_at)
       values ('studio', false, 12, now(), 'provider_unreachable', now())`,
    );

    const health = await api.call("/v1/providers/studio/health", { key: caller.key });
    const provider = await api.call("/v1/providers/studio", { key: caller.key });

    expect(await health.json()).toMatchObject({
      provider: "studio",
      status: "unavailable",
      circuit: "closed",
      models: [],
      successRate: null,
      lastError: { code: "provider_unreachable" },
    });
    expect(await provider.json()).toMatchObject({ status: "Unavailable", configured: true });
  });

  test("an unknown provider returns 404", async () => {
    const response = await api.call("/v1/providers/nobody/health", { key: caller.key });

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "provider_not_found" });
  });
});

test.each([
  ["/v1/models/flux-2-prro", "model_not_found", "flux-2-pro"],
  ["/v1/models/studio_image/schema", "model_not_found", "studio-image"],
  ["/v1/providers/runwai", "provider_not_found", "runway"],
  ["/v1/providers/opena/health", "provider_not_found", "openai"],
])("GET %s suggests the name that was meant", async (path, code, nearest) => {
  const response = await api.call(path, { key: caller.key });

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    code,
    detail: expect.stringContaining(`Did you mean ${nearest}?`) as unknown,
    details: { nearest },
  });
});

test("all sixteen capabilities are listed with their required inputs", async () => {
  const capabilities = await list<{ capability: string; models: number }>("/v1/capabilities");

  expect(capabilities).toHaveLength(16);
  for (const { capability, models } of capabilities) {
    expect(await list(`/v1/models?capability=${capability}`)).toHaveLength(models);
  }
});

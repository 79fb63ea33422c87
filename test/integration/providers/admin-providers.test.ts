import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { listAdminProviders } from "#api/routes/admin/list-admin-providers.ts";
import { updateProvider } from "#api/routes/admin/update-provider.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { getProviderHealth } from "#api/routes/providers/get-provider-health.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Provider } from "#db/entities/catalog.ts";
import { syncCatalog } from "#db/setup/sync-catalog.ts";
import {
  createAccessWorld,
  createOperator,
  type TestPerson,
} from "#test/support/accounts/access-world.ts";
import { startApi, type CallOptions, type TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { fail } from "#test/support/routing/provider-circuits.ts";

const database = useDatabase();
const caller = useOrganization(database);

let api: TestApi;
let operator: TestPerson;

beforeAll(async () => {
  await integrateAll();
  const rows = await em().find(Provider, {});
  const providerSettings = Object.fromEntries(rows.map(({ setting }) => [setting, "x"]));
  // Configures every provider; no request is sent to a provider in these tests.
  api = await startApi(database, { settings: { providerSettings } });
  operator = await createOperator(database.orm);
});

afterAll(async () => {
  await api.close();
});

const em = () => database.orm.em.fork();

/** Marks every provider as integrated, as if each had an adapter. */
async function integrateAll(): Promise<void> {
  await em().execute(`update providers set integrated = true`);
}

interface Shown {
  readonly slug: string;
  readonly etag: string;
  readonly mode: string;
  readonly weight: number;
  readonly circuitForce: string;
  readonly health: { readonly status: string; readonly circuit: string };
  readonly models: readonly { modelId: string; enabled: boolean; circuitForce: string }[];
  readonly transitions: readonly { model: string | null; to: string; cause: string }[];
  readonly changes: readonly { accountId: string; reason: string; after: { weight?: number } }[];
}

async function operate(
  route: Route,
  slug: string,
  options: CallOptions = {},
): Promise<{
  response: Response;
  body: Shown & { code?: string; errors?: { pointer: string }[] };
}> {
  const response = await api.call(route.path.replace(/\{\w+\}/, slug), {
    method: route.method.toUpperCase(),
    token: operator.token,
    ...options,
  });
  return { response, body: (await expectDocumented(route, response)) as never };
}

async function change(slug: string, body: object, options: CallOptions = {}) {
  return operate(updateProvider, slug, { body: { reason: "a test", ...body }, ...options });
}

async function find(slug: string): Promise<Shown> {
  const { body } = await operate(listAdminProviders, "");
  const found = (body as never as { data: Shown[] }).data.find((shown) => shown.slug === slug);
  if (found === undefined) throw new Error(`${slug} is not listed`);
  return found;
}

async function ask(body: object): Promise<{ response: Response; body: never }> {
  const response = await api.call("/v1/generations", { key: caller.key, body });
  return { response, body: (await expectDocumented(createGeneration, response)) as never };
}

/** Routing may be a few seconds behind. */
const soon = { timeout: 15_000, interval: 250 };

describe("an operator's settings", () => {
  test("are shown, kept when omitted, written to the audit log, and survive the catalog sync", async () => {
    const first = await change("luma", { weight: 40, concurrencyLimit: 7, reason: "ticket 1" });
    const second = await change("luma", { mode: "draining" });
    await syncCatalog(em());
    await integrateAll();

    expect(first.response.status).toBe(200);
    expect(second.body).toMatchObject({
      slug: "luma",
      mode: "draining",
      weight: 40,
      concurrency: { limit: 7 },
      health: { status: "degraded" },
    });
    const shown = await find("luma");
    expect(shown.changes.map(({ reason }) => reason)).toEqual(["a test", "ticket 1"]);
    expect(shown).toMatchObject({
      mode: "draining",
      changes: [
        {
          accountId: operator.accountId,
          before: { mode: "enabled", weight: 40 },
          after: { mode: "draining", weight: 40, concurrencyLimit: 7 },
        },
        { before: { weight: 100, concurrencyLimit: null } },
      ],
    });
    const audited = await em().count(AuditEntry, {
      action: "provider.changed",
      targetId: "luma",
      actorAccountId: operator.accountId,
    });
    expect(audited).toBe(2);
  });

  test("are updated with the ETag of the list, until another update has changed them", async () => {
    const listed = await find("ideogram");
    const match = { headers: { "If-Match": listed.etag } };

    const won = await change("ideogram", { weight: 60 }, match);
    const lost = await change("ideogram", { weight: 50 }, match);

    expect([won.response.status, lost.response.status]).toEqual([200, 412]);
    expect(await find("ideogram")).toMatchObject({
      weight: 60,
      etag: expect.not.stringContaining(listed.etag) as string,
    });
  });

  test("accept one of two updates with the same ETag, whatever was measured in between", async () => {
    const { response } = await change("tripo", { weight: 90 }, { headers: { "If-Match": "*" } });
    const etag = response.headers.get("ETag") ?? "";
    await fail(database.orm, { providerSlug: "tripo", modelId: "P1-20260311" }, { times: 1 });

    const won = await change("tripo", { weight: 80 }, { headers: { "If-Match": etag } });
    const lost = await change("tripo", { weight: 70 }, { headers: { "If-Match": etag } });

    expect(won.body).toMatchObject({ weight: 80 });
    expect(lost.response.status).toBe(412);
    expect(lost.body).toMatchObject({ code: "precondition_failed" });
    expect(await find("tripo")).toMatchObject({ weight: 80 });
  });

  test("force a circuit open, which refuses jobs with the reason, and release it again", async () => {
    const model = "kling-3.0";
    const asked = { capability: "text-to-video", prompt: "a red fox", model };

    const forced = await change("kling", { circuit: "open", reason: "billing dispute" });

    expect(forced.body).toMatchObject({
      circuitForce: "open",
      health: { status: "unavailable", circuit: "open" },
      transitions: [{ model: null, from: "closed", to: "open", cause: "operator" }],
    });
    await expect.poll(async () => (await ask(asked)).response.status, soon).toBe(503);
    const refused = await ask(asked);
    expect(refused.body).toMatchObject({ code: "provider_not_available", retryable: true });
    expect(Number(refused.response.headers.get("Retry-After"))).toBeGreaterThan(0);
    const shown = await api.call(`/v1/models/${model}`, { key: caller.key });
    expect(await expectDocumented(getModel, shown)).toMatchObject({
      available: false,
      unavailableReason: "An operator has paused Kling AI.",
    });

    await change("kling", { circuit: "auto" });

    await expect.poll(async () => (await ask(asked)).response.status, soon).toBe(202);
    expect((await find("kling")).transitions.map(({ to }) => to)).toEqual(["closed", "open"]);
  });

  test("hold back or disable a single model without its siblings", async () => {
    const held = { modelId: "stable-image-core", circuit: "open" };
    const off = { modelId: "sd3.5-large", enabled: false };

    const { body } = await change("stability-ai", { models: [held, off] });

    expect(body.health.circuit).toBe("closed");
    expect(body.models.filter(({ modelId }) => modelId.startsWith("s"))).toEqual(
      expect.arrayContaining([
        { modelId: "stable-image-core", enabled: true, circuitForce: "open" },
        { modelId: "sd3.5-large", enabled: false, circuitForce: "auto" },
        { modelId: "sd3.5-large-turbo", enabled: true, circuitForce: "auto" },
      ]),
    );
    const availability = async (model: string) => {
      const response = await api.call(`/v1/models/${model}`, { key: caller.key });
      return ((await response.json()) as { available: boolean }).available;
    };
    expect(await availability("stable-image-core")).toBe(false);
    expect(await availability("sd3.5-large")).toBe(false);
    expect(await availability("sd3.5-large-turbo")).toBe(true);
    const health = await api.call("/v1/providers/stability-ai/health", { key: caller.key });
    expect(await expectDocumented(getProviderHealth, health)).toMatchObject({
      circuit: "closed",
      models: [{ model: "stable-image-core", circuit: "open" }],
    });
  });

  test("report every problem of an update and change nothing", async () => {
    const { response, body } = await operate(updateProvider, "fal", {
      body: { weight: 1_001, mode: "off", circuit: "ajar", concurrencyLimit: 0, extra: 1 },
    });

    expect(response.status).toBe(422);
    expect(body.errors?.map(({ pointer }) => pointer).toSorted()).toEqual([
      "/circuit",
      "/concurrencyLimit",
      "/extra",
      "/mode",
      "/reason",
      "/weight",
    ]);
    expect(await find("fal")).toMatchObject({ mode: "enabled", changes: [] });
  });

  test("change nothing when a model belongs to another provider", async () => {
    const models = [{ modelId: "ray-3.2", enabled: false }];

    const { response, body } = await change("recraft", { weight: 10, models });

    expect([response.status, body.code]).toEqual([404, "model_not_found"]);
    expect(await find("recraft")).toMatchObject({ weight: 100, changes: [] });
  });

  test("of an unknown provider return 404", async () => {
    const { response, body } = await change("nobody", { weight: 10 });

    expect([response.status, body.code]).toEqual([404, "provider_not_found"]);
  });

  test("require an operator's session", async () => {
    const { people } = await createAccessWorld(database.orm, api.storage);
    const { owner } = people;
    const ways = [
      [{ token: undefined as never }, 401, "credential_missing"],
      [{ token: undefined as never, key: operator.key }, 403, "session_required"],
      [{ token: owner.token }, 403, "permission_missing"],
    ] as const;
    for (const [credential, status, code] of ways) {
      for (const route of [listAdminProviders, updateProvider]) {
        const body = route === updateProvider ? { body: { weight: 1, reason: "no" } } : {};
        const answer = await operate(route, "fal", { ...body, ...credential });
        expect([answer.response.status, answer.body.code]).toEqual([status, code]);
      }
    }
    expect(await find("fal")).toMatchObject({ weight: 100 });
  });
});

describe("measurements", () => {
  test("health shows the circuit, its next trial and the last error", async () => {
    await fail(database.orm, { providerSlug: "runway", modelId: "gen4.5" }, { times: 5 });

    const response = await api.call("/v1/providers/runway/health", { key: caller.key });

    expect(await expectDocumented(getProviderHealth, response)).toMatchObject({
      status: "unavailable",
      circuit: "open",
      retryAt: expect.any(String),
      lastError: { code: "provider_overloaded", at: expect.any(String) },
    });
  });
});

describe("models with a retirement date", () => {
  test("a deprecated model adds a warning to its jobs, a retired model is refused with its replacement", async () => {
    await em().execute(
      `update models set retires_on = (now() + interval '30 days')::date::text, replaced_by = 'gpt-image-2.5-flare'
       where id = 'gpt-image-2'`,
    );
    await em().execute(
      `update models set retires_on = '2020-01-01', replaced_by = 'gpt-image-2' where id = 'gpt-image-2.5-sunburst'`,
    );
    const asked = { capability: "text-to-image", prompt: "a red fox" };
    const retired = { ...asked, model: "gpt-image-2.5-sunburst" };
    await expect.poll(async () => (await ask(retired)).response.status, soon).toBe(422);

    expect((await ask(retired)).body).toMatchObject({
      code: "model_not_available",
      details: { status: "retired", replacedBy: "gpt-image-2" },
    });
    const { jobId } = (await ask({ ...asked, model: "gpt-image-2" })).body as { jobId: string };
    const job = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });
    expect(await job.json()).toMatchObject({
      routing: {
        assumptions: [expect.stringMatching(/^gpt-image-2 will be retired on 20..-..-..; gpt-/)],
      },
    });
  });
});

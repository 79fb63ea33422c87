import { afterAll, beforeEach, describe, expect, test } from "vitest";

import type { ModelDefinition, ProviderDefinition } from "#catalog/define-provider.ts";
import { providers as catalog } from "#catalog/index.ts";
import { Model, Provider } from "#db/entities/catalog.ts";
import { findModel, listCandidates, listModels, listProviders } from "#db/providers/catalog.ts";
import { syncCatalog } from "#db/setup/sync-catalog.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { keySettings } from "#test/support/routing/provider-settings.ts";

// The catalog belongs to the whole database, so each test has a separate database.
let database: TestDatabase | undefined;

beforeEach(async () => {
  await database?.drop();
  database = await createTestDatabase();
});

afterAll(async () => {
  await database?.drop();
});

function em() {
  if (database === undefined) throw new Error("no database");
  return database.orm.em.fork();
}

const settings = Object.fromEntries(keySettings.map((name) => [name, "set"]));

/** Returns the catalog with one provider replaced or removed. */
function catalogWith(
  slug: string,
  change: (provider: ProviderDefinition) => ProviderDefinition | null,
): ProviderDefinition[] {
  return catalog.flatMap((provider: ProviderDefinition) =>
    provider.slug === slug ? (change(provider) ?? []) : provider,
  );
}

function modelsWith(
  provider: ProviderDefinition,
  change: (model: ModelDefinition, index: number) => ModelDefinition | null,
): ProviderDefinition {
  return {
    ...provider,
    models: provider.models.flatMap((model, index) => change(model, index) ?? []),
  };
}

async function snapshot() {
  return {
    providers: await em().find(Provider, {}, { orderBy: { slug: "asc" } }),
    models: await em().find(Model, {}, { orderBy: { id: "asc" } }),
  };
}

test("the rows equal the definitions", async () => {
  const { providers, models } = await snapshot();

  const defined = catalog.flatMap(({ models: listed, mediaModel }: ProviderDefinition) => [
    ...listed.map(({ id, credits }) => [id, credits.typical, credits.min, credits.max]),
    ...(mediaModel === undefined ? [] : [[mediaModel.id, 0, 0, 0]]),
  ]);
  expect(providers).toHaveLength(catalog.length);
  expect(
    models.map((model) => [model.id, model.creditsTypical, model.creditsMin, model.creditsMax]),
  ).toEqual(defined.toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1)));
});

test("a second run writes nothing", async () => {
  const before = await snapshot();

  expect(await syncCatalog(em())).toMatchObject({ written: 0 });

  expect(await snapshot()).toEqual(before);
});

test("a changed definition is written once by eight processes that start together", async () => {
  const changed = catalogWith("studio", (provider) => ({ ...provider, description: "Another" }));

  const runs = await Promise.all(Array.from({ length: 8 }, async () => syncCatalog(em(), changed)));

  expect(runs.reduce((sum, run) => sum + run.written, 0)).toBe(1);
  expect(await em().findOneOrFail(Provider, "studio")).toMatchObject({ description: "Another" });
});

test("an operator's settings survive a changed definition", async () => {
  await em().nativeUpdate(Provider, { slug: "studio" }, { mode: "draining" });
  await em().nativeUpdate(Model, { id: "studio-image" }, { enabled: false });

  const changed = catalogWith("studio", (provider) =>
    modelsWith({ ...provider, name: "Studio II" }, (model) => ({
      ...model,
      name: `${model.name}!`,
    })),
  );
  await syncCatalog(em(), changed);

  expect(await em().findOneOrFail(Provider, "studio")).toMatchObject({
    name: "Studio II",
    mode: "draining",
  });
  const model = await em().findOneOrFail(Model, "studio-image");
  expect(model.enabled).toBe(false);
  expect(model.name).toMatch(/!$/);
});

test("a removed model is kept and retired, and is restored with its definition", async () => {
  const without = catalogWith("studio", (provider) =>
    modelsWith(provider, (model) => (model.id === "studio-image" ? null : model)),
  );

  await syncCatalog(em(), without);
  expect(await em().findOneOrFail(Model, "studio-image")).toMatchObject({ status: "retired" });
  expect((await findModel(em(), settings, "studio-image")).unavailable).toMatchObject({
    code: "model_not_available",
  });
  expect(await syncCatalog(em(), without)).toMatchObject({ written: 0 });

  await syncCatalog(em());
  expect(await em().findOneOrFail(Model, "studio-image")).toMatchObject({ status: "active" });
});

test("a removed provider is kept but cannot be called, and its models are retired", async () => {
  await syncCatalog(
    em(),
    catalogWith("studio", () => null),
  );

  expect(await em().findOneOrFail(Provider, "studio")).toMatchObject({ integrated: false });
  const candidates = await listCandidates(em(), settings);
  const own = candidates.filter((candidate) => candidate.provider === "studio");
  expect(own.map((candidate) => candidate.status)).toEqual(own.map(() => "retired"));
});

test("a model that moves to another provider keeps its row", async () => {
  const [moved] = catalog.find((provider) => provider.slug === "studio")?.models ?? [];
  if (moved === undefined) throw new Error("studio has no model");
  const definitions = catalogWith("studio", (provider) =>
    modelsWith(provider, (model) => (model.id === moved.id ? null : model)),
  ).map((provider) =>
    provider.slug === "openai" ? { ...provider, models: [...provider.models, moved] } : provider,
  );

  await syncCatalog(em(), definitions);

  expect(await em().findOneOrFail(Model, moved.id)).toMatchObject({
    providerSlug: "openai",
    status: "active",
  });
});

test("list filters combine, and a search treats pattern characters literally", async () => {
  const all = await listModels(em(), settings);
  const both = await listModels(em(), settings, {
    contentType: "video",
    capability: "image-to-video",
  });

  expect(all.map(({ model }) => model.position)).toEqual(all.map((_, index) => index));
  expect(both.map(({ model }) => model.id)).toEqual(
    all
      .filter(({ model }) => model.contentType === "video")
      .filter(({ model }) => model.capabilities.includes("image-to-video"))
      .map(({ model }) => model.id),
  );
  expect(both.length).toBeGreaterThan(0);
  for (const search of ["%", "_", "\\"]) {
    const found = await listModels(em(), settings, { search });
    const expected = all.filter(({ model, provider }) =>
      [model.id, model.name, model.description, provider.name, provider.slug].some((text) =>
        text.includes(search),
      ),
    );
    expect(found.map(({ model }) => model.id)).toEqual(expected.map(({ model }) => model.id));
  }
});

describe("the rows of the catalog", () => {
  const find = async (id: string) =>
    (await listModels(em(), settings)).find(({ model }) => model.id === id)?.model;

  test("are loaded once while nothing changes", async () => {
    const first = await find("studio-image");

    expect(first).toBeDefined();
    expect(await find("studio-image")).toBe(first);
  });

  test("are loaded again after each change, even for two changes in one transaction with a read in between", async () => {
    await find("studio-image");

    await em().transactional(async (tx) => {
      await tx.execute(`update models set name = 'One' where id = 'studio-image'`);
      await listModels(tx, settings);
      await tx.execute(`update models set name = 'Two' where id = 'studio-image'`);
      await listModels(tx, settings);
    });

    expect(await find("studio-image")).toMatchObject({ name: "Two" });
  });

  test("do not show a change that was rolled back", async () => {
    const before = await find("studio-image");

    const attempt = em().transactional(async (tx) => {
      await tx.execute(`update models set name = 'Never' where id = 'studio-image'`);
      await listModels(tx, settings);
      throw new Error("rolled back");
    });

    await expect(attempt).rejects.toThrow("rolled back");
    expect(await find("studio-image")).toMatchObject({ name: before?.name });
  });
});

test("an unavailable model's reason names the remedy", async () => {
  const noKeys = await findModel(em(), {}, "studio-image");
  expect(noKeys.unavailable).toMatchObject({
    code: "provider_not_configured",
    setting: "STUDIO_URL",
  });

  await em().nativeUpdate(Provider, { slug: "studio" }, { mode: "disabled" });
  const off = await findModel(em(), settings, "studio-image");
  expect(off.unavailable).toMatchObject({ code: "provider_not_available" });

  await expect(findModel(em(), settings, "nothing")).rejects.toMatchObject({
    code: "model_not_found",
  });
});

test("the directory counts models that are not retired, and its price ranges are those of its models", async () => {
  for (const { provider, models, minCredits, maxCredits, configured } of await listProviders(
    em(),
    settings,
  )) {
    const sold = models.filter((model) => model.status !== "retired");
    expect(models).toHaveLength(sold.length);
    expect(configured).toBe(true);
    expect([provider.slug, minCredits, maxCredits]).toEqual([
      provider.slug,
      Math.min(...sold.map((model) => model.creditsMin)),
      Math.max(...sold.map((model) => model.creditsMax)),
    ]);
  }
});

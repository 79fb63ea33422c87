import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ApplicationFailure } from "@temporalio/common";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createPollProvider } from "#activities/generation/poll-provider.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { adapters } from "#activities/providers/index.ts";
import { createKeySets } from "#api/provider-webhooks/key-sets.ts";
import { findWebhookProvider } from "#api/provider-webhooks/webhook-providers.ts";
import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { listProviderSettings } from "#catalog/provider-settings.ts";
import { describeSettings, loadConfig } from "#config.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { findSubmission } from "#db/jobs/submissions.ts";
import { syncCatalog } from "#db/setup/sync-catalog.ts";
import { readSlots } from "#intent/read-slots.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { acme } from "#test/support/example-provider/adapter.ts";
import row from "#test/support/example-provider/row.ts";
import { startAcme } from "#test/support/example-provider/simulator.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { useSimulator } from "#test/support/providers/use-simulator.ts";

import { describeAdapter } from "./adapter-suite.ts";

/**
 * The two lists with a further line each, as a new provider adds them. Everything else is the engine as it
 * is, so this file fails when a provider must be named anywhere else.
 */
vi.mock(import("#catalog/index.ts"), async (original) => {
  const { providers } = await original();
  const { defineCatalog } = await import("#catalog/define-provider.ts");
  const { default: example } = await import("#test/support/example-provider/row.ts");
  return { providers: defineCatalog([...providers, example]) as never };
});
vi.mock(import("#activities/providers/index.ts"), async (original) => {
  const example = await import("#test/support/example-provider/adapter.ts");
  return { adapters: { ...(await original()).adapters, acme: example.acme } };
});

const root = new URL("../../", import.meta.url);
const simulator = useSimulator(startAcme);

describeAdapter({
  provider: row,
  adapter: acme,
  simulator,
  refusals: {
    moderated: "content_refused",
    balance: "provider_balance_empty",
    rate_limited: "provider_rate_limited",
    invalid: "provider_rejected",
  },
  failures: { failed: "provider_failed" },
});

describe("a row, a folder and a simulator suffice", () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "gme-example-"));
    await syncCatalog(database.orm.em.fork());
  });

  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const settingsOf = ({ url }: { url: string }) =>
    loadConfig({
      ACME_API_KEY: simulatorKey,
      ACME_BASE_URL: url,
      ACME_WEBHOOK_SECRET: "whsec_c2VjcmV0",
    }).providerSettings;

  test("for a job that is submitted, polled and stored", async () => {
    const em = () => database.orm.em.fork();
    const choice = {
      modelId: "acme-1",
      providerSlug: "acme",
      providerKeyId: null,
      credits: 1,
      routing: { strategy: "requested" as const, reason: "test", assumptions: [] },
    };
    const organization = await createOrganization(database.orm);
    const { jobId } = await createJob(em(), { ...newJob(organization, { credits: 1 }), choice });
    await beginJob(em(), jobId);
    const ref = { jobId, step: "main", generation: 1 };
    const providerSettings = settingsOf(simulator);
    const step = stepsOf(ref, { database, folder, adapters, providerSettings });

    expect(await step(createSubmitToProvider)()).toEqual({ state: "accepted" });
    await expect(step(createPollProvider)()).rejects.toBeInstanceOf(ApplicationFailure);
    await step(createPollProvider)();
    await step(createStoreOutput)();

    expect(await findSubmission(em(), ref)).toMatchObject({
      providerRequestId: expect.stringMatching(/^request-/),
    });
    const outputs = await listOutputs(em(), [jobId]);
    expect(outputs.map(({ bytes }) => bytes)).toEqual([mediaFile("png").byteLength]);
    expect([simulator.submissions(), simulator.billed()]).toEqual([1, 1]);
  });

  test("for its settings, which are read, checked and documented", () => {
    const names = ["ACME_API_KEY", "ACME_BASE_URL", "ACME_WEBHOOK_SECRET"];

    expect(Object.keys(settingsOf(simulator)).toSorted()).toEqual(names);
    expect(describeSettings().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(() => loadConfig({ ACME_BASE_URL: "acme" })).toThrow("ACME_BASE_URL: must");
  });

  test("for its model in the directory", async () => {
    const { key } = await createOrganization(database.orm, { permissions: ["models:read"] });
    const api = await startApi(database, { settings: { providerSettings: settingsOf(simulator) } });

    const response = await api.call("/v1/models/acme-1", { key });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      provider: "acme",
      available: true,
      credits: { typical: 1 },
    });
    await api.close();
  });

  test("for its name in a message", () => {
    expect(readSlots("a red fox, with Acme AI", {}).requestedProvider).toBe("acme");
    expect(readSlots("a fox at the acme of the hill", {}).requestedProvider).toBeUndefined();
  });

  test("for its webhooks, whose signature is verified", async () => {
    const secret = "whsec_c2VjcmV0";
    const body = Buffer.from('{"id":"i-1","status":"ready"}');
    const now = new Date();
    const headers: Readonly<Record<string, string>> = {
      "webhook-id": "w-1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign("w-1", now, body.toString()),
    };
    const webhook = { header: (name: string) => headers[name], body };
    const context = { secret: null, hasOrganizationKey: false, keySets: createKeySets(), now };
    const verify = async (settings: Readonly<Record<string, string>>) =>
      findWebhookProvider("acme")?.verify(webhook, { ...context, settings });

    expect(await verify({ ACME_WEBHOOK_SECRET: secret })).toBe(true);
    expect(await verify({ ACME_WEBHOOK_SECRET: "whsec_b3RoZXI=" })).toBe(false);
    expect(await verify({})).toBeNull();
    expect(findWebhookProvider("acme")?.read(webhook)).toMatchObject({
      requestId: "i-1",
      status: "ready",
    });
  });
});

/** The key of a language model that reads messages is also the key of its company's media API. */
const keysOfLanguageModels = ["config.ts", "intent/model/to-parser-settings.ts"];
/** Slugs that also name a language model's API, a way to sign in, a process of the engine, or a kind of issue. */
const ambiguous = ["google", "openai", "studio", "together"];

test("no source but its row, its folder and the two lists names a provider", async () => {
  const rows: readonly ProviderDefinition[] = providers;
  const slugs = rows.flatMap(({ slug, services = {} }) => [slug, ...Object.keys(services)]);
  const settings = listProviderSettings(rows).map(({ name }) => name);
  const names = slugs.filter((slug) => !ambiguous.includes(slug)).join("|");
  const pattern = new RegExp(
    `"(?:${names})"|^\\s*(?:${names}):|\\b(?:${settings.join("|")})\\b`,
    "m",
  );
  const isOwn =
    /^(?:catalog\/providers|activities\/providers\/[a-z-]+)\/|^activities\/providers\/index\.ts$/;
  const folders = ["api", "activities", "catalog", "db", "domain", "intent", "runtime", "scripts"];
  const files = [...folders, "storage", "temporal", "workflows"].flatMap(filesIn);
  const named = await Promise.all(
    ["config.ts", ...files.filter((file) => !isOwn.test(file) && !file.endsWith(".test.ts"))].map(
      async (file) => (pattern.test(await read(file)) ? file : null),
    ),
  );

  expect(named.filter((file) => file !== null)).toEqual(keysOfLanguageModels);
});

describe("docs/adding-a-provider.md", () => {
  test.each(["row", "adapter", "simulator"])("shows the tested %s", async (part) => {
    const source = await read(`test/support/example-provider/${part}.ts`);
    const withoutImports = source.replaceAll(/^import [^;]+;\n+/gm, "");

    expect(await read("docs/adding-a-provider.md")).toContain(`\`\`\`ts\n${withoutImports}\`\`\``);
  });

  test("names only functions and fields that exist", async () => {
    const page = (await read("docs/adding-a-provider.md")).replaceAll(/^```[\s\S]*?^```/gm, "");
    const code = [...page.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
    const names = code.flatMap((text) => text.match(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g) ?? []);
    const folders = ["activities/providers", "catalog", "domain", "storage", "test"];
    const files = folders.flatMap(filesIn).filter((file) => !import.meta.url.endsWith(file));
    const sources = await Promise.all(files.map(read));
    const words = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []));

    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !words.has(name))).toEqual([]);
  });
});

/** TypeScript files of a folder. */
function filesIn(name: string): string[] {
  return readdirSync(new URL(name, root), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${name}/${file}`);
}

async function read(path: string): Promise<string> {
  return readFile(new URL(path, root), "utf8");
}

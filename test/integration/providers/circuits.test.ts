import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { ProviderSubmission } from "#db/entities/job.ts";
import { CircuitTransition, ProviderFailures } from "#db/entities/provider-health.ts";
import { findModel, listCandidates } from "#db/providers/catalog.ts";
import {
  admitToProvider,
  noteOutcome,
  noteProbeOutcome,
  oldCircuitTransitions,
  oldProviderFailures,
  releaseTrials,
} from "#db/providers/circuits.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";
import {
  fail,
  findCircuitRow,
  ofProvider,
  retryIn,
  type Target,
} from "#test/support/routing/provider-circuits.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

/** Each test uses a different provider of the catalog, so circuits are not shared. */
const luma: Target = { providerSlug: "luma", modelId: "ray-3.2" };
const kling: Target = { providerSlug: "kling", modelId: "kling-3.0" };
const runway: Target = { providerSlug: "runway", modelId: "gen4.5" };
const tripo: Target = { providerSlug: "tripo", modelId: "v3.1-20260211" };
const recraft: Target = { providerSlug: "recraft", modelId: "recraftv4_1" };
const ideogram: Target = { providerSlug: "ideogram", modelId: "ideogram-v4" };
const fal: Target = { providerSlug: "fal", modelId: "flux-lora" };
const minimax: Target = { providerSlug: "minimax", modelId: "speech-2.8-hd" };
const google: Target = { providerSlug: "google", modelId: "gemini-3.8-flash" };

async function stateOf(target: Target): Promise<string | undefined> {
  return (await findCircuitRow(database.orm, target))?.state;
}

async function historyOf({ providerSlug }: Target): Promise<string[]> {
  const rows = await em().find(CircuitTransition, { providerSlug }, { orderBy: { id: "asc" } });
  return rows.map(({ fromState, toState, cause }) => `${fromState} > ${toState} (${cause})`);
}

/** Inserts successful submissions. */
async function succeed(target: Target, times: number): Promise<void> {
  const organization = await createOrganization(database.orm);
  for (let count = 0; count < times; count += 1) {
    const jobId = await createQueuedJob(database.orm, organization);
    await em().insert(ProviderSubmission, {
      id: `sub_${randomUUID()}`,
      jobId,
      step: "extra",
      generation: 1,
      organizationId: organization.organizationId,
      ...target,
      idempotencyKey: randomUUID(),
      state: "succeeded",
      acceptedAt: new Date(),
      finishedAt: new Date(),
    });
  }
}

test("five failures open the provider's circuit; a cool-down and two successful trials close it", async () => {
  await fail(database.orm, luma, { times: 4 });
  expect(await admitToProvider(em(), luma)).toEqual({ admitted: true, trials: [] });

  await fail(database.orm, luma, { times: 1 });
  const refused = await admitToProvider(em(), luma);
  await retryIn(database.orm, ofProvider("luma"), -1);
  const admitted = [await admitToProvider(em(), luma), await admitToProvider(em(), luma)];
  for (const admission of admitted) {
    if (!admission.admitted) throw new Error("no trial was let through");
    await noteOutcome(em(), luma, { code: null, trials: admission.trials });
  }

  expect(refused).toMatchObject({ admitted: false, retryAfterMs: expect.any(Number) });
  expect(await historyOf(luma)).toEqual([
    "closed > open (provider_overloaded)",
    "open > half_open (trial)",
    "half_open > closed (trial)",
  ]);
  expect(await em().count(ProviderFailures, { providerSlug: "luma" })).toBe(0);
});

test("of twenty concurrent callers two get a trial, and an unused trial can be released", async () => {
  await fail(database.orm, kling, { times: 5 });
  await retryIn(database.orm, ofProvider("kling"), -1);

  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => admitToProvider(em(), kling)),
  );

  const trials = answers.filter((answer) => answer.admitted);
  expect(trials).toEqual([
    { admitted: true, trials: [""] },
    { admitted: true, trials: [""] },
  ]);
  await releaseTrials(em(), kling, [""]);
  expect(await admitToProvider(em(), kling)).toMatchObject({ admitted: true });
  expect(await admitToProvider(em(), kling)).toMatchObject({ admitted: false });
});

test("failures noted by many workers concurrently are all counted and open the circuit once", async () => {
  await Promise.all(
    Array.from({ length: 20 }, async () =>
      noteOutcome(em(), runway, { code: "provider_unreachable" }),
    ),
  );

  expect(await historyOf(runway)).toEqual(["closed > open (provider_unreachable)"]);
  expect(await findCircuitRow(database.orm, ofProvider("runway"))).toMatchObject({
    openings: 1,
    lastErrorCode: "provider_unreachable",
  });
});

test("a model that fails alone is held back alone", async () => {
  await succeed({ ...tripo, modelId: "P1-20260311" }, 3);

  await fail(database.orm, tripo, { times: 5 });

  expect(await stateOf(tripo)).toBe("open");
  expect(await stateOf(ofProvider("tripo"))).toBe("closed");
  expect(await admitToProvider(em(), tripo)).toMatchObject({ admitted: false });
  expect(await admitToProvider(em(), { ...tripo, modelId: "P1-20260311" })).toMatchObject({
    admitted: true,
  });
});

test("refusals, moderation and rate limits open no circuit, and many successes outweigh a few failures", async () => {
  const harmless = ["provider_rejected", "content_refused", "input_invalid"] as const;
  for (const code of [...harmless, "provider_rate_limited", "provider_failed"] as const) {
    await fail(database.orm, recraft, { times: 10, code });
  }
  expect(await findCircuitRow(database.orm, ofProvider("recraft"))).toBeNull();

  await succeed(recraft, 7);
  await fail(database.orm, recraft, { times: 6 });
  expect(await stateOf(ofProvider("recraft"))).toBe("closed");

  await fail(database.orm, recraft, { times: 1 });
  expect(await stateOf(ofProvider("recraft"))).toBe("open");
});

test("a failed trial opens the circuit for longer", async () => {
  await fail(database.orm, ideogram, { times: 5 });
  await retryIn(database.orm, ofProvider("ideogram"), -1);
  const admission = await admitToProvider(em(), ideogram);
  if (!admission.admitted) throw new Error("no trial was let through");

  await noteOutcome(em(), ideogram, { code: "provider_overloaded", trials: admission.trials });

  const row = await findCircuitRow(database.orm, ofProvider("ideogram"));
  expect(row).toMatchObject({ state: "open", openings: 2 });
  expect((row?.retryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000);
});

test("probes alone open the circuit of an unused provider, and close it after recovery", async () => {
  for (let probe = 0; probe < 5; probe += 1) {
    await noteProbeOutcome(em(), ofProvider("fal"), "provider_unreachable");
  }
  expect(await stateOf(ofProvider("fal"))).toBe("open");
  await noteProbeOutcome(em(), ofProvider("fal"), null);
  expect(await stateOf(ofProvider("fal"))).toBe("open");

  await retryIn(database.orm, ofProvider("fal"), -1);
  await noteProbeOutcome(em(), ofProvider("fal"), null);
  expect(await stateOf(ofProvider("fal"))).toBe("half_open");
  await noteProbeOutcome(em(), ofProvider("fal"), null);

  expect(await stateOf(ofProvider("fal"))).toBe("closed");
  expect(await admitToProvider(em(), fal)).toEqual({ admitted: true, trials: [] });
});

test("a failing probe opens no circuit while callers are served", async () => {
  await succeed(minimax, 6);

  for (let probe = 0; probe < 5; probe += 1) {
    await noteProbeOutcome(em(), ofProvider("minimax"), "provider_overloaded");
  }

  expect(await stateOf(ofProvider("minimax"))).toBe("closed");
});

test("routing skips open circuits with the reason, and ranks half-open ones last", async () => {
  const settings = { GOOGLE_API_KEY: "x", GEMINI_API_KEY: "x", STUDIO_URL: "x" };
  const { provider } = await findModel(em(), settings, google.modelId);
  await em().execute(`update providers set integrated = true where slug = 'google'`);
  const known = { [provider.setting]: "x" };
  const candidate = async () =>
    (await listCandidates(em(), known)).find(({ modelId }) => modelId === google.modelId);
  expect(await candidate()).toMatchObject({ unavailable: null, onTrial: false });

  await fail(database.orm, google, { times: 5, code: "provider_credential_invalid" });
  expect(await candidate()).toMatchObject({
    unavailable: {
      code: "provider_not_available",
      reason: expect.stringContaining("provider_credential_invalid"),
      retryAfterSeconds: expect.any(Number),
    },
  });

  await retryIn(database.orm, ofProvider("google"), -1);
  expect(await candidate()).toMatchObject({ unavailable: null, onTrial: true });
});

test("a model is retired on its retirement date, without a catalog sync", async () => {
  await em().execute(`update models set retires_on = '2027-03-01' where id = 'aura-2-thalia-en'`);
  const at = async (day: string) =>
    (await findModel(em(), {}, "aura-2-thalia-en", { now: new Date(day) })).status;

  expect(await at("2026-11-21")).toBe("active");
  expect(await at("2027-02-28")).toBe("deprecated");
  expect(await at("2027-03-01")).toBe("retired");
});

test("old counts and old history are deleted, recent ones stay", async () => {
  const target = { providerSlug: "openai", modelId: "gpt-image-2" };
  await fail(database.orm, target, { times: 5 });
  await em().insert(ProviderFailures, {
    ...target,
    slot: new Date(Date.now() - 3_600_000),
    failures: 3,
  });
  await em().execute(
    `insert into circuit_transitions (provider_slug, model_id, from_state, to_state, cause, created_at)
     values ('openai', '', 'closed', 'open', 'operator', now() - interval '91 days')`,
  );

  expect(await oldProviderFailures.deleteSome(em())).toBeGreaterThanOrEqual(1);
  expect(await oldCircuitTransitions.deleteSome(em())).toBeGreaterThanOrEqual(1);

  expect(await em().count(ProviderFailures, { providerSlug: "openai" })).toBeGreaterThan(0);
  expect(await historyOf(target)).toEqual(["closed > open (provider_overloaded)"]);
});

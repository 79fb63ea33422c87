import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { createCancelAtProvider } from "#activities/generation/poll-provider.ts";
import { createReconcileSubmission } from "#activities/generation/reconcile-submission.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { unsent } from "#activities/generation/unsent.ts";
import { createSettleSubmissions } from "#activities/maintenance/maintain-jobs.ts";
import type { ProviderAdapter, SubmitResult } from "#activities/providers/adapter.ts";
import { Provider } from "#db/entities/catalog.ts";
import { Job, type ProviderSubmission } from "#db/entities/job.ts";
import { ProviderCircuit } from "#db/entities/provider-health.ts";
import { failOverJob } from "#db/jobs/fail-over.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { measurePromises } from "#db/jobs/reconcile.ts";
import { findSubmission, takeSubmission } from "#db/jobs/submissions.ts";
import { AppError, errorCatalog, isErrorCode, type ErrorCode } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { submitVerdict } from "#domain/jobs/submission.ts";
import { attemptSettledMs, lateAnswerSeconds } from "#domain/jobs/time-limits.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useOrganization } from "#test/support/fixtures.ts";
import { choiceOf, queueJob } from "#test/support/jobs/jobs.ts";
import { keepClosed } from "#test/support/routing/provider-circuits.ts";

/**
 * An attempt was sent and its outcome is unknown. From then on only the provider's own report about that
 * attempt counts.
 */
const target = { providerSlug: "studio", modelId: "studio-image" };
const settings = { STUDIO_URL: "http://127.0.0.1:9", RECRAFT_API_KEY: "test" };
const inDoubt = { type: "provider_outcome_unknown", category: "BENIGN", nonRetryable: false };

const database = useDatabase();
const organization = useOrganization(database, { credits: 100_000 });
const folder = useFolder("gme-doubt-");

let ref: GenerationRef;

beforeAll(async () => {
  await em().nativeUpdate(Provider, { slug: "studio" }, { concurrencyLimit: 10_000 });
  await keepClosed(database.orm, target);
});

const em = () => database.orm.em.fork();

beforeEach(async () => {
  await becomeClass("key");
  ref = await startJob();
});

afterEach(async () => {
  vi.useRealTimers();
  await em().execute(
    `update provider_submissions set state = 'failed', in_doubt_since = null, finished_at = now()
     where finished_at is null`,
  );
});

async function startJob(): Promise<GenerationRef> {
  const jobId = await queueJob(database.orm, organization, 2);
  await beginJob(em(), jobId);
  return { jobId, step: "main", generation: 1 };
}

async function becomeClass(idempotency: IdempotencyClass): Promise<void> {
  await em().nativeUpdate(Provider, { slug: "studio" }, { idempotency });
}

async function submission(of = ref): Promise<ProviderSubmission> {
  return findSubmission(em(), of);
}

type Reply = ErrorCode | SubmitResult;
const accepted: SubmitResult = { state: "accepted", handle: { id: "made" } };

/** Builds steps around a provider that replies as the test says and counts the requests it receives. */
function stepsAt(of: GenerationRef, given: Partial<ProviderAdapter> = {}) {
  const provider = {
    reply: "provider_outcome_unknown" as Reply,
    sent: 0,
    stopped: [] as unknown[],
  };
  const adapter: ProviderAdapter = {
    checkHealth: async () => {},
    async submit() {
      provider.sent += 1;
      if (typeof provider.reply === "string") throw new AppError(provider.reply);
      return provider.reply;
    },
    poll: async () => ({ state: provider.stopped.length > 0 ? "canceled" : "running" }),
    cancel: async (handle) => void provider.stopped.push(handle),
    ...given,
  };
  const step = stepsOf(of, {
    database,
    folder,
    adapters: { studio: adapter, recraft: adapter },
    providerSettings: settings,
  });
  return {
    provider,
    submit: step(createSubmitToProvider),
    reconcile: step(createReconcileSubmission),
    cancel: step(createCancelAtProvider),
    settle: step(createSettleSubmissions),
  };
}

/** Loses the reply to a request that the provider may have taken. */
async function lose({ submit, provider }: ReturnType<typeof stepsAt>): Promise<void> {
  provider.reply = "provider_outcome_unknown";
  await expect(submit()).rejects.toMatchObject(inDoubt);
}

async function failOver(of = ref): Promise<boolean> {
  return failOverJob(em(), { ref: of, choice: { ...choiceOf(1), modelId: "studio-image" } });
}

/** Ends the job as its workflow does, long enough ago for the request to be settled. */
async function endJob(of = ref): Promise<void> {
  await endWithoutResult(em(), { jobId: of.jobId, status: "canceled" });
  await em().execute(`update jobs set finished_at = now() - interval '1 minute' where id = ?`, [
    of.jobId,
  ]);
}

async function age(
  column: "sent_at" | "in_doubt_since" | "overdue_since",
  seconds: number,
): Promise<void> {
  await em().execute(
    `update provider_submissions set ${column} = now() - make_interval(secs => ?) where job_id = ?`,
    [seconds, ref.jobId],
  );
}

/** Makes the doubt longer than its limit, with the attempts that are made at least, less one. */
async function outlastDoubt(): Promise<void> {
  await age("in_doubt_since", 1_801);
  await em().execute(`update provider_submissions set attempts = 7 where job_id = ?`, [ref.jobId]);
}

const codes = Object.keys(errorCatalog).filter(isErrorCode);

describe("after a lost reply", () => {
  test.each(codes.filter((code) => submitVerdict(code) !== "ambiguous"))(
    "%s, as the reply to the repeated request, does not decide the first request",
    async (code) => {
      const steps = stepsAt(ref);
      await lose(steps);
      steps.provider.reply = code;

      await expect(steps.submit()).rejects.toMatchObject(inDoubt);

      expect(await submission()).toMatchObject({ state: "sent", inDoubtSince: expect.any(Date) });
      expect(await failOver()).toBe(false);
      steps.provider.reply = accepted;
      expect(await steps.submit()).toEqual({ state: "accepted" });
      expect(await submission()).toMatchObject({ state: "accepted", inDoubtSince: null });
    },
  );

  test("the request of a worker that died is in doubt, too", async () => {
    const { id } = await submission();
    const { submit, provider } = stepsAt(ref);
    await takeSubmission(em(), id, { takeOver: false });
    provider.reply = "provider_credential_invalid";

    await expect(submit()).rejects.toMatchObject(inDoubt);

    expect(await failOver()).toBe(false);
  });

  test("a provider that sends retryAfterSeconds is asked again after that time", async () => {
    const steps = stepsAt(ref, {
      submit: async () => {
        throw new AppError("provider_rate_limited", { details: { retryAfterSeconds: 42 } });
      },
    });
    const { id } = await submission();
    await takeSubmission(em(), id, { takeOver: false });

    await expect(steps.submit()).rejects.toMatchObject({ ...inDoubt, nextRetryDelay: 42_000 });
  });

  test("with its circuit open, the provider gets no request and the job does not fail over", async () => {
    const steps = stepsAt(ref);
    await lose(steps);
    await em().nativeUpdate(ProviderCircuit, { providerSlug: "studio" }, { force: "open" });

    await expect(steps.submit()).rejects.toMatchObject(inDoubt);

    await em().nativeUpdate(ProviderCircuit, { providerSlug: "studio" }, { force: "closed" });
    expect(steps.provider.sent).toBe(1);
    expect(await failOver()).toBe(false);
  });

  test.each([
    ["accepted", accepted, { state: "accepted" }, "accepted"],
    ["not available", "provider_overloaded", { state: "unknown" }, "unknown"],
  ] as const)(
    "the request is sent once more before it is given up, even while the circuit is open (%s)",
    async (_, reply, outcome, state) => {
      const steps = stepsAt(ref);
      await lose(steps);
      await em().nativeUpdate(ProviderCircuit, { providerSlug: "studio" }, { force: "open" });
      await outlastDoubt();
      steps.provider.reply = reply;

      expect(await steps.submit()).toEqual(outcome);

      await em().nativeUpdate(ProviderCircuit, { providerSlug: "studio" }, { force: "closed" });
      expect(steps.provider.sent).toBe(2);
      expect(await submission()).toMatchObject({ state });
    },
  );

  test("an outage of the engine does not use up the time in doubt: the request is sent a few times first", async () => {
    const steps = stepsAt(ref);
    await lose(steps);
    await age("in_doubt_since", 36_000);
    steps.provider.reply = "provider_rate_limited";

    await expect(steps.submit()).rejects.toMatchObject(inDoubt);
    expect(await submission()).toMatchObject({ state: "sent", inDoubtSince: expect.any(Date) });

    await outlastDoubt();
    expect(await steps.submit()).toEqual({ state: "unknown" });
  });

  test("a failure of the engine before the last request does not give up a request in doubt", async () => {
    let hasDatabase = true;
    const steps = stepsAt(ref, {
      async submit() {
        if (!hasDatabase) throw unsent(new Error("no database"));
        throw new AppError("provider_outcome_unknown");
      },
    });
    await lose(steps);
    await outlastDoubt();
    hasDatabase = false;

    await expect(steps.submit()).rejects.toMatchObject({ code: "unavailable" });

    expect(await submission()).toMatchObject({ state: "sent", inDoubtSince: expect.any(Date) });
  });

  test("a request in doubt past its time is given up: refunded, reported as unknown, never sent again", async () => {
    const steps = stepsAt(ref);
    await lose(steps);
    steps.provider.reply = "provider_rate_limited";
    await age("sent_at", 3_000);
    await outlastDoubt();

    expect(await steps.submit()).toEqual({ state: "unknown" });
    await age("overdue_since", lateAnswerSeconds + 1);
    await expect(steps.reconcile()).rejects.toMatchObject({ code: "submission_unknown" });

    expect(await submission()).toMatchObject({
      state: "unknown",
      errorCode: "submission_unknown",
      finishedAt: expect.any(Date),
    });
    expect(await steps.submit()).toEqual({ state: "unknown" });
    expect(steps.provider.sent).toBe(2);
  });

  test("a worker whose clock is fast does not send the request again (class lookup)", async () => {
    await becomeClass("lookup");
    const { id } = await submission();
    await takeSubmission(em(), id, { takeOver: false });
    const { submit, reconcile } = stepsAt(ref, { lookup: async () => null });
    await submit();

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + attemptSettledMs + 10_000 });

    await expect(reconcile()).rejects.toMatchObject({ type: "not_ready" });
    expect(await submission()).toMatchObject({ state: "unknown" });
  });
});

test("a repeated request has the first request's body: its uploads and, past midnight, its input URLs", async () => {
  const picture = { kind: "image", contentType: "image/png", bytes: 3, sha256: "aa" } as const;
  const storedInputs = [{ ...picture, storageKey: "jobs/x/input-0" }];
  await em().nativeUpdate(Job, ref.jobId, { storedInputs });
  const bodies: unknown[] = [];
  let uploads = 0;
  const steps = stepsAt(ref, {
    async submit({ inputs }, call) {
      const upload = async () => `asset-${(uploads += 1)}`;
      const assetId = await call.uploadOnce?.("image aa", upload);
      bodies.push({ assetId, urls: inputs.map(({ url }) => url) });
      throw new AppError("provider_outcome_unknown");
    },
  });
  await expect(steps.submit()).rejects.toMatchObject(inDoubt);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 86_400_000 });
  await expect(steps.submit()).rejects.toMatchObject(inDoubt);

  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[0]).toMatchObject({ assetId: "asset-1", urls: [expect.any(String)] });
});

describe("a job that is canceled while its request is in doubt", () => {
  test("stops the generation that the repeated request names", async () => {
    const steps = stepsAt(ref);
    await lose(steps);
    steps.provider.reply = "provider_rate_limited";
    await expect(steps.submit()).rejects.toMatchObject(inDoubt);
    const { organizationId } = await submission();
    await requestCancel(em(), { jobId: ref.jobId, organizationId });
    steps.provider.reply = accepted;

    expect(await steps.cancel()).toEqual({ outcome: "canceled" });

    expect(steps.provider.stopped).toEqual([{ id: "made" }]);
    expect(await submission()).toMatchObject({ state: "canceled" });
  });

  test("does not wait for a provider that refuses; settleSubmissions stops the generation later", async () => {
    const steps = stepsAt(ref);
    await lose(steps);
    const { organizationId } = await submission();
    await requestCancel(em(), { jobId: ref.jobId, organizationId });
    steps.provider.reply = "provider_rate_limited";
    expect(await steps.cancel()).toEqual({ outcome: "canceled" });
    await endJob();
    expect(await submission()).toMatchObject({ state: "sent", finishedAt: null });

    await steps.settle();
    expect(steps.provider.stopped).toEqual([]);
    steps.provider.reply = accepted;
    await steps.settle();

    expect(steps.provider.stopped).toEqual([{ id: "made" }]);
    expect(await submission()).toMatchObject({ state: "canceled" });
  });

  test("is counted as undelivered when the repeated request returns a finished result", async () => {
    const steps = stepsAt(ref);
    await lose(steps);
    await endJob();
    const source = { url: "https://provider.test/a.png" };
    const result = { files: [{ source, contentType: "image/png" }] };
    steps.provider.reply = { state: "succeeded", result };

    await steps.settle();

    expect(await submission()).toMatchObject({
      state: "succeeded",
      undeliveredAt: expect.any(Date),
    });
    expect(await measurePromises(em(), { reconcileSeconds: 60 })).toMatchObject({ undelivered: 1 });
  });

  test.each([
    ["the provider's lookup does not know the request", { lookup: async () => null }],
    ["the job was deleted", {}],
  ])("sends nothing when %s", async (reason, given) => {
    const steps = stepsAt(ref, given);
    const { id } = await submission();
    await takeSubmission(em(), id, { takeOver: false });
    await endJob();
    if (reason === "the job was deleted") {
      await em().nativeUpdate(Job, ref.jobId, { deletedAt: new Date() });
    }

    await steps.settle();

    expect(steps.provider.sent).toBe(0);
    expect(await submission()).toMatchObject({ state: "sent", finishedAt: null });
  });

  test("sends nothing once any accepted generation must have ended, and is counted as given up", async () => {
    const steps = stepsAt(ref);
    const { id } = await submission();
    await takeSubmission(em(), id, { takeOver: false });
    await endJob();
    await age("sent_at", 7_201);

    await steps.settle();

    expect(steps.provider.sent).toBe(0);
    expect(await submission()).toMatchObject({
      state: "unknown",
      errorCode: "submission_unknown",
      finishedAt: expect.any(Date),
    });
  });
});

test("requests at a provider that does not respond do not keep others from being stopped", async () => {
  const away = await Promise.all(Array.from({ length: 12 }, startJob));
  const steps = stepsAt(ref, {
    async cancel({ id }) {
      if (id === "away") throw new AppError("provider_unreachable");
      steps.provider.stopped.push(id);
    },
  });
  for (const each of [...away, ref]) {
    const { id } = await submission(each);
    await em().execute(
      `update provider_submissions set state = 'accepted', sent_at = now() - interval '2 minutes',
         handle = ?::jsonb, provider_slug = ?, model_id = ? where id = ?`,
      [
        JSON.stringify({ id: each === ref ? "well" : "away" }),
        each === ref ? "studio" : "recraft",
        each === ref ? "studio-image" : "recraftv4_1",
        id,
      ],
    );
    await endJob(each);
  }
  await age("sent_at", 60);

  await steps.settle();

  expect(steps.provider.stopped).toEqual(["well"]);
  await steps.settle();
  await steps.settle();
  const tried = await em().execute(
    `select count(*)::int from provider_submissions
     where provider_slug = 'recraft' and settle_tried_at is not null and finished_at is null`,
  );
  expect(tried).toEqual([{ count: 12 }]);
});

/** Events of a submission, applied in any order. */
const events = [
  "taken and accepted",
  "taken, and the answer lost",
  "not taken, and the answer lost",
  "taken by a worker that died",
  "not taken by a worker that died",
  "provider_rate_limited",
  "provider_credential_invalid",
  "provider_rejected",
  "provider_unreachable",
  "fail over",
  "look for it",
  "cancel",
  "settle",
] as const;
type Event = (typeof events)[number];

/** A provider that runs and bills each request it takes; with `remembers`, once for each key. */
class Maker {
  private readonly remembers: boolean;
  made = 0;
  running = 0;
  delivered = 0;
  constructor(remembers: boolean) {
    this.remembers = remembers;
  }
  take(): void {
    if (this.remembers && this.made > 0) return;
    this.made += 1;
    this.running += 1;
  }
}

describe("in any order of events", () => {
  test.each(["key", "none"] as const)(
    "nothing is paid twice, failed over or forgotten while in doubt (class %s)",
    async (idempotency) => {
      await becomeClass(idempotency);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...events), { minLength: 3, maxLength: 8 }),
          async (sequence) => {
            const of = await startJob();
            const maker = new Maker(idempotency === "key");
            let isHandedOver = false;
            for (const event of sequence) {
              isHandedOver ||= await play(event, of, maker);
              await expectSound(of, maker, isHandedOver);
            }
          },
        ),
        { numRuns: 25 },
      );
    },
    120_000,
  );
});

/** Applies one event. Returns whether another model took over. */
async function play(event: Event, of: GenerationRef, maker: Maker): Promise<boolean> {
  const steps = stepsAt(of, {
    async submit() {
      if (event === "taken and accepted" || event === "taken, and the answer lost") maker.take();
      if (event === "taken and accepted") return accepted;
      throw new AppError(isErrorCode(event) ? event : "provider_outcome_unknown");
    },
    cancel: async () => {
      maker.running = 0;
    },
    poll: async () => ({ state: maker.running === 0 ? "canceled" : "running" }),
  });
  if (event === "fail over") return failOver(of);
  if (event.endsWith("by a worker that died")) {
    const { id } = await submission(of);
    const takeOver = (await em().findOneOrFail(Provider, "studio")).idempotency === "key";
    const fence = await takeSubmission(em(), id, { takeOver });
    if (fence !== null && event === "taken by a worker that died") maker.take();
    return false;
  }
  if (event === "cancel") {
    await requestCancel(em(), { jobId: of.jobId, organizationId: organization.organizationId });
  }
  const other = { "look for it": steps.reconcile, cancel: steps.cancel, settle: steps.settle };
  const step: () => Promise<unknown> = isKeyOf(other, event) ? other[event] : steps.submit;
  await step().catch(() => undefined);
  if (event === "cancel") await endJob(of);
  return false;
}

function isKeyOf<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}

async function expectSound(of: GenerationRef, maker: Maker, isHandedOver: boolean): Promise<void> {
  const row = await submission(of);
  const job = await em().findOneOrFail(Job, of.jobId);
  // Billed at most once.
  expect(maker.made).toBeLessThanOrEqual(1);
  // Another model takes over only when this provider made nothing.
  if (isHandedOver) expect(maker.made).toBe(0);
  // The rows know every generation that runs at the provider: it can still be polled, or counts as lost.
  if (maker.running > 0) {
    expect(["sent", "unknown", "accepted"]).toContain(row.state);
    if (row.finishedAt != null) expect(row.errorCode).toBe("submission_unknown");
    if (job.finishedAt == null) expect(job.status).toMatch(/processing|canceling/);
  }
}

import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { ApplicationFailure } from "@temporalio/common";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import {
  createCancelAtProvider,
  createPollProvider,
} from "#activities/generation/poll-provider.ts";
import { createReconcileSubmission } from "#activities/generation/reconcile-submission.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import type { PollResult, ProviderAdapter, SubmitResult } from "#activities/providers/adapter.ts";
import { requestNothing } from "#activities/providers/http.ts";
import { Provider } from "#db/entities/catalog.ts";
import { Job, type ProviderSubmission } from "#db/entities/job.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { announceSubmission, findSubmission, takeSubmission } from "#db/jobs/submissions.ts";
import { AppError, errorCatalog, isErrorCode, type ErrorCode } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { submitVerdict } from "#domain/jobs/submission.ts";
import { attemptSettledMs, keyHours, lateAnswerSeconds } from "#domain/jobs/time-limits.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { inputKey } from "#storage/storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { keepClosed } from "#test/support/routing/provider-circuits.ts";

const database = useDatabase();
const folder = useFolder("gme-paid-");

let ref: GenerationRef;

beforeAll(async () => {
  // Most of these requests never end.
  await em().nativeUpdate(Provider, { slug: "studio" }, { concurrencyLimit: 10_000 });
  // Each test leaves its request open: neither concurrency nor the circuit may block the next one.
  await keepClosed(database.orm, { providerSlug: "studio", modelId: "studio-image" });
  await em().nativeUpdate(Provider, { slug: "studio" }, { concurrencyKnown: null });
});

const em = () => database.orm.em.fork();

beforeEach(async () => {
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  await beginJob(em(), jobId);
  ref = { jobId, step: "main", generation: 1 };
});

async function submission(): Promise<ProviderSubmission> {
  return findSubmission(em(), ref);
}

/** Sets the idempotency class in the provider's row, which decides; the adapter is the test's. */
async function becomeClass(idempotency: IdempotencyClass): Promise<void> {
  await em().nativeUpdate(Provider, { slug: "studio" }, { idempotency });
}

const accepted: SubmitResult = { state: "accepted", handle: { id: "generation-1" } };
const announcement = { handle: { id: "announced" }, providerRequestId: "announced" };
const file = { source: { bytes: Buffer.from("image") }, contentType: "image/png" };
const finished: PollResult = { state: "succeeded", result: { files: [file] } };

/** Builds steps around the test's adapter, and records the idempotency keys of paid requests. */
function stepsWith(given: Partial<ProviderAdapter>) {
  const keys: string[] = [];
  const adapter: ProviderAdapter = {
    checkHealth: async () => {},
    poll: async () => finished,
    ...given,
    async submit(request, call) {
      keys.push(call.idempotencyKey);
      return (given.submit ?? (async () => accepted))(request, call);
    },
  };
  const step = stepsOf(ref, {
    database,
    folder,
    adapters: { studio: adapter },
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
  });
  return {
    keys,
    submit: step(createSubmitToProvider),
    poll: step(createPollProvider),
    reconcile: step(createReconcileSubmission),
    cancel: step(createCancelAtProvider),
  };
}

async function fail(code: ErrorCode, details: Record<string, unknown> = {}): Promise<never> {
  throw new AppError(code, { details });
}

/** Simulates a worker that died after it took the fence and before it recorded a reply. */
async function dieWhileSending(): Promise<void> {
  const { id } = await submission();
  await takeSubmission(em(), id, { takeOver: false });
}

/** Moves `sent_at` this many seconds into the past. */
async function sentBefore(seconds: number): Promise<void> {
  await em().execute(
    `update provider_submissions set sent_at = now() - make_interval(secs => ?) where job_id = ?`,
    [seconds, ref.jobId],
  );
}

/** Moves `overdue_since` this many seconds into the past. */
async function lateSince(seconds: number): Promise<void> {
  await em().execute(
    `update provider_submissions set overdue_since = now() - make_interval(secs => ?) where job_id = ?`,
    [seconds, ref.jobId],
  );
}

const codes = Object.keys(errorCatalog).filter(isErrorCode);

describe("a paid request", () => {
  test("is sent once and its handle recorded, however often the step runs", async () => {
    await becomeClass("none");
    const { submit, keys } = stepsWith({});

    expect(await submit()).toMatchObject({ state: "accepted" });
    expect(await submit()).toMatchObject({ state: "accepted" });

    expect(keys).toEqual([`${ref.jobId}:main:1`]);
    expect(await submission()).toMatchObject({ state: "accepted", handle: { id: "generation-1" } });
  });

  test.each(["none", "lookup"] as const)(
    "is never sent again after a worker died while sending (class %s)",
    async (idempotency) => {
      await becomeClass(idempotency);
      await dieWhileSending();
      const { submit, keys } = stepsWith({});

      expect(await submit()).toEqual({ state: "unknown" });
      expect(await submit()).toEqual({ state: "unknown" });

      expect(keys).toEqual([]);
    },
  );

  test("is sent again with the same key when the provider honors it", async () => {
    await becomeClass("key");
    await dieWhileSending();
    const { submit, keys } = stepsWith({});

    expect(await submit()).toMatchObject({ state: "accepted" });

    expect(keys).toEqual([`${ref.jobId}:main:1`]);
  });

  test("is sent by one of five concurrent workers (class none)", async () => {
    await becomeClass("none");
    const { submit, keys } = stepsWith({});

    await Promise.all(Array.from({ length: 5 }, submit));

    expect(keys).toHaveLength(1);
    expect(await submission()).toMatchObject({ state: "accepted" });
  });

  test.each(codes.filter((code) => submitVerdict(code) === "wait"))(
    "may be sent again when it was certainly not taken (%s)",
    async (code) => {
      await becomeClass("none");
      let isBusy = true;
      const { submit, keys } = stepsWith({
        submit: async () => (isBusy ? fail(code, { retryAfterSeconds: 7 }) : accepted),
      });

      expect(await submit()).toEqual({ state: "not_sent", code, retryAfterMs: 7_000 });
      isBusy = false;
      expect(await submit()).toMatchObject({ state: "accepted" });

      expect(keys).toHaveLength(2);
    },
  );

  test("is not sent while an input cannot be read, and is sent once it can", async () => {
    await becomeClass("none");
    const storageKey = inputKey(ref.jobId, 0);
    const input = { kind: "image", contentType: "image/png", bytes: 3, sha256: "aa" } as const;
    await em().nativeUpdate(Job, ref.jobId, { storedInputs: [{ ...input, storageKey }] });
    const sent: Buffer[] = [];
    const { submit } = stepsWith({
      async submit({ inputs: [picture] }) {
        if (picture !== undefined) sent.push(await buffer(picture.open()));
        return accepted;
      },
    });

    await expect(submit()).rejects.toMatchObject({ code: "unavailable" });
    expect(await submission()).toMatchObject({ state: "prepared", attemptToken: null });

    const file = Readable.from([Buffer.from("png")]);
    await createDiskStorage(folder).write(storageKey, file, { bytesMax: 3 });
    expect(await submit()).toEqual({ state: "accepted" });
    expect(sent).toEqual([Buffer.from("png")]);
  });

  test.each(codes.filter((code) => submitVerdict(code) === "final"))(
    "fails with its refusal's code (%s), in a later run too, and is not sent again",
    async (code) => {
      const { submit, keys } = stepsWith({ submit: async () => fail(code, { reason: "no" }) });

      await expect(submit()).rejects.toMatchObject({ code });
      await expect(submit()).rejects.toMatchObject({ code, details: { reason: "no" } });

      expect(keys).toHaveLength(1);
      expect(await submission()).toMatchObject({ state: "failed", errorCode: code });
    },
  );

  test.each(codes.filter((code) => submitVerdict(code) === "ambiguous"))(
    "is not sent again without a key when its outcome is in doubt (%s)",
    async (code) => {
      await becomeClass("none");
      const { submit, keys } = stepsWith({ submit: async () => fail(code) });

      expect(await submit()).toEqual({ state: "unknown" });
      expect(await submit()).toEqual({ state: "unknown" });

      expect(keys).toHaveLength(1);
    },
  );

  test("is in doubt after an unexpected exception", async () => {
    await becomeClass("none");
    const { submit } = stepsWith({
      submit: async () => {
        throw new TypeError("surprise");
      },
    });

    expect(await submit()).toEqual({ state: "unknown" });
  });

  test("is retried with the same key when its outcome is in doubt and the provider honors keys", async () => {
    await becomeClass("key");
    let isLost = true;
    const { submit, keys } = stepsWith({
      submit: async () => (isLost ? fail("provider_outcome_unknown") : accepted),
    });

    await expect(submit()).rejects.toMatchObject({ type: "provider_outcome_unknown" });
    isLost = false;
    expect(await submit()).toMatchObject({ state: "accepted" });

    expect(new Set(keys).size).toBe(1);
  });

  test("is finished when the response carries the result, whose bytes are stored", async () => {
    const { submit } = stepsWith({
      submit: async () => ({ state: "succeeded", result: { files: [file], seed: 7 } }),
    });

    expect(await submit()).toEqual({ state: "succeeded" });

    expect(await submission()).toMatchObject({
      state: "succeeded",
      result: { files: [{ source: { storageKey: `jobs/${ref.jobId}/main-1-0` } }], seed: 7 },
    });
  });

  test("is not sent once the provider's credential was removed", async () => {
    const { submit, keys } = stepsWith({});
    await em().nativeUpdate(Provider, { slug: "studio" }, { setting: "ANOTHER_URL" });

    await expect(submit()).rejects.toMatchObject({
      code: "provider_not_configured",
      details: { setting: "ANOTHER_URL" },
    });
    expect(keys).toEqual([]);
    await em().nativeUpdate(Provider, { slug: "studio" }, { setting: "STUDIO_URL" });
  });
});

describe("a lost reply", () => {
  test("is found through the provider's lookup by the engine's idempotency key", async () => {
    await becomeClass("lookup");
    await dieWhileSending();
    const asked: string[] = [];
    const { submit, reconcile, poll } = stepsWith({
      lookup: async (key) => {
        asked.push(key);
        return { id: "found" };
      },
    });
    await submit();

    await reconcile();

    expect(asked).toEqual([`${ref.jobId}:main:1`]);
    expect(await submission()).toMatchObject({ state: "accepted", handle: { id: "found" } });
    await poll();
    expect(await submission()).toMatchObject({ state: "succeeded" });
  });

  test("is looked up again while it cannot be found", async () => {
    await becomeClass("lookup");
    await dieWhileSending();
    const { submit, reconcile, keys } = stepsWith({ lookup: async () => null });
    await submit();

    await expect(reconcile()).rejects.toMatchObject({ type: "not_ready", category: "BENIGN" });

    expect(await submission()).toMatchObject({ state: "unknown", finishedAt: null });
    expect(keys).toEqual([]);
  });

  test("to a request unknown to the provider's lookup, once nothing can be under way, leads to a new send", async () => {
    await becomeClass("lookup");
    await dieWhileSending();
    const { submit, reconcile, keys } = stepsWith({ lookup: async () => null });
    await submit();
    await sentBefore(attemptSettledMs / 1_000 + 1);

    expect(await reconcile()).toEqual({ state: "absent" });
    expect(await submit()).toEqual({ state: "accepted" });

    expect(keys).toEqual([`${ref.jobId}:main:1`]);
  });

  test.each([
    ["key", 1_801],
    ["none", attemptSettledMs / 1_000 + 1],
  ] as const)(
    "that stays lost (class %s) ends the request after its time: refunded, reported as unknown, never sent again",
    async (idempotency, seconds) => {
      await becomeClass("none");
      await dieWhileSending();
      const lookup = idempotency === "none" ? {} : { lookup: async () => null };
      const { submit, reconcile, keys } = stepsWith(lookup);
      await submit();
      await becomeClass(idempotency);
      await sentBefore(seconds - 10);
      await expect(reconcile()).rejects.toMatchObject({ type: "not_ready" });
      await sentBefore(seconds);
      await expect(reconcile()).rejects.toMatchObject({ type: "not_ready" });
      await lateSince(lateAnswerSeconds + 1);

      await expect(reconcile()).rejects.toMatchObject({ code: "submission_unknown" });

      expect(await submit()).toEqual({ state: "unknown" });
      expect(keys).toEqual([]);
      expect(await submission()).toMatchObject({
        state: "unknown",
        errorCode: "submission_unknown",
        finishedAt: expect.any(Date),
      });
    },
  );

  test.each(["key", "none"] as const)(
    "that is too large counts as lost at once, and its request is never sent again (class %s)",
    async (idempotency) => {
      await becomeClass(idempotency);
      const reason = "the answer is too large";
      const { submit, reconcile, keys } = stepsWith({
        submit: async () => fail("provider_outcome_unknown", { reason, isLost: true }),
      });

      await expect(submit()).rejects.toMatchObject({ code: "submission_unknown" });

      expect(await submission()).toMatchObject({
        state: "unknown",
        errorCode: "submission_unknown",
        errorDetail: reason,
        finishedAt: expect.any(Date),
      });
      expect(await submit()).toEqual({ state: "unknown" });
      await sentBefore(1_801);
      await expect(reconcile()).rejects.toMatchObject({ code: "submission_unknown" });
      expect(keys).toHaveLength(1);
    },
  );

  test("is not waited for beyond its time while the provider is unreachable", async () => {
    await becomeClass("lookup");
    await dieWhileSending();
    const { submit, reconcile } = stepsWith({ lookup: async () => fail("provider_unreachable") });
    await submit();

    await expect(reconcile()).rejects.toMatchObject({ code: "provider_unreachable" });
    await sentBefore(1_801);
    await expect(reconcile()).rejects.toMatchObject({ type: "not_ready" });
    await lateSince(lateAnswerSeconds + 1);
    await expect(reconcile()).rejects.toMatchObject({ code: "submission_unknown" });
  });

  test("that arrives after another attempt called it lost is recorded", async () => {
    await becomeClass("none");
    const answer = Promise.withResolvers<SubmitResult>();
    const { submit, reconcile, poll, keys } = stepsWith({ submit: async () => answer.promise });
    const zombie = submit();
    await expect.poll(async () => (await submission()).state).toBe("sent");
    expect(await submit()).toEqual({ state: "unknown" });

    answer.resolve(accepted);

    expect(await zombie).toEqual({ state: "accepted" });
    expect(await reconcile()).toEqual({ state: "accepted" });
    await poll();
    expect(keys).toHaveLength(1);
  });

  test("to an announced request is polled at once, and the request is not given up", async () => {
    await becomeClass("none");
    const { submit, reconcile, poll, keys } = stepsWith({
      async submit(_request, call) {
        await call.announce?.(announcement);
        return fail("provider_outcome_unknown");
      },
    });

    expect(await submit()).toEqual({ state: "unknown" });
    await sentBefore(attemptSettledMs / 1_000 + 1);
    expect(await reconcile()).toEqual({ state: "accepted" });

    expect(await submission()).toMatchObject({
      state: "accepted",
      handle: announcement.handle,
      providerRequestId: "announced",
    });
    await poll();
    expect(await submission()).toMatchObject({ state: "succeeded" });
    expect(keys).toHaveLength(1);
  });

  test("to a request whose worker announced it and died sending is polled", async () => {
    await becomeClass("none");
    const { id } = await submission();
    const token = (await takeSubmission(em(), id, { takeOver: false }))?.token ?? "";
    await announceSubmission(em(), { submissionId: id, token, ...announcement });
    const { submit, reconcile, keys } = stepsWith({});

    expect(await submit()).toEqual({ state: "unknown" });
    expect(await reconcile()).toEqual({ state: "accepted" });

    expect(await submission()).toMatchObject({ handle: announcement.handle });
    expect(keys).toEqual([]);
  });

  test("to an announced request does not keep a cancellation from stopping the generation", async () => {
    await becomeClass("none");
    const { id, organizationId } = await submission();
    const token = (await takeSubmission(em(), id, { takeOver: false }))?.token ?? "";
    await announceSubmission(em(), { submissionId: id, token, ...announcement });
    await requestCancel(em(), { jobId: ref.jobId, organizationId });
    const stopped: unknown[] = [];
    const { cancel } = stepsWith({
      cancel: async (handle) => void stopped.push(handle),
      poll: async () => ({ state: "canceled" }),
    });

    expect(await cancel()).toEqual({ outcome: "canceled" });

    expect(stopped).toEqual([announcement.handle]);
  });

  test("that turns out to be a refusal before sending allows the request again", async () => {
    await becomeClass("none");
    const refusal = Promise.withResolvers<never>();
    const { submit, reconcile } = stepsWith({ submit: async () => refusal.promise });
    const zombie = submit();
    await expect.poll(async () => (await submission()).state).toBe("sent");
    expect(await submit()).toEqual({ state: "unknown" });

    refusal.reject(new AppError("provider_unreachable"));
    await zombie;

    expect(await reconcile()).toEqual({ state: "absent" });
  });
});

describe("nothing is sent", () => {
  test("by a superseded attempt, or for a canceled job, before its paid step", async () => {
    await becomeClass("none");
    const paid: unknown[] = [];
    const uploaded = Promise.withResolvers<void>();
    const { submit } = stepsWith({
      async submit(_request, call) {
        await uploaded.promise;
        paid.push(await call.announce?.(announcement));
        return accepted;
      },
    });
    const zombie = submit();
    await expect.poll(async () => (await submission()).state).toBe("sent");
    const { organizationId } = await submission();
    await requestCancel(em(), { jobId: ref.jobId, organizationId });

    uploaded.resolve();

    expect(await zombie).toMatchObject({ state: "not_sent", code: "provider_unreachable" });
    expect(paid).toEqual([]);
    expect(await submission()).toMatchObject({ state: "prepared", handle: null });
  });

  test("under the handle of an earlier announcement that was refused", async () => {
    await becomeClass("none");
    const { submit } = stepsWith({
      async submit(_request, call) {
        await call.announce?.(announcement);
        return fail("provider_rate_limited", { retryAfterSeconds: 1 });
      },
    });

    expect(await submit()).toMatchObject({ state: "not_sent", code: "provider_rate_limited" });

    expect(await submission()).toMatchObject({
      state: "prepared",
      handle: null,
      providerRequestId: null,
    });
  });

  test("for a job that is being canceled", async () => {
    const { organizationId } = await submission();
    await requestCancel(em(), { jobId: ref.jobId, organizationId });
    const { submit, keys } = stepsWith({});

    expect(await submit()).toEqual({ state: "stopped" });
    expect(keys).toEqual([]);
  });

  test("for a job that has ended", async () => {
    await endWithoutResult(em(), { jobId: ref.jobId, status: "failed" });
    const { submit, keys } = stepsWith({});

    await expect(submit()).rejects.toMatchObject({ code: "provider_failed" });
    expect(keys).toEqual([]);
  });

  test("by an attempt that was held up after the fence", async () => {
    const call = {
      baseUrl: "http://127.0.0.1:9",
      credential: "",
      idempotencyKey: "key",
      signal: AbortSignal.timeout(1_000),
      sendBefore: Date.now() - 1,
    };

    await expect(
      requestNothing("POST", "/v1/generations", { call, paid: true }),
    ).rejects.toMatchObject({
      code: "provider_unreachable",
      details: { reason: "held up before sending" },
    });
    expect(submitVerdict("provider_unreachable")).toBe("wait");
  });

  test("under a key that the provider may have forgotten", async () => {
    await becomeClass("key");
    await dieWhileSending();
    await sentBefore(keyHours * 3_600 + 1);
    const { submit, keys } = stepsWith({});

    expect(await submit()).toEqual({ state: "unknown" });
    expect(keys).toEqual([]);
  });
});

describe("polling", () => {
  test("without a result is repeated, with growing delays", async () => {
    const { submit, poll } = stepsWith({ poll: async () => ({ state: "running", fraction: 0.4 }) });
    await submit();

    const failure: unknown = await poll().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({ type: "not_ready", category: "BENIGN", nonRetryable: false });
  });

  test("stores a result once; a later poll does not call the provider", async () => {
    let polls = 0;
    const { submit, poll } = stepsWith({
      poll: async () => {
        polls += 1;
        return finished;
      },
    });
    await submit();

    await poll();
    await poll();

    expect(polls).toBe(1);
    expect(await submission()).toMatchObject({ state: "succeeded" });
  });

  test("ends the submission on a final failure, not on a transient one", async () => {
    let code: ErrorCode = "provider_overloaded";
    const { submit, poll } = stepsWith({ poll: async () => fail(code) });
    await submit();

    await expect(poll()).rejects.toMatchObject({ code });
    expect(await submission()).toMatchObject({ state: "accepted" });
    code = "content_refused";
    await expect(poll()).rejects.toMatchObject({ code });
    expect(await submission()).toMatchObject({ state: "failed", errorCode: "content_refused" });
  });
});

describe("canceling at the provider", () => {
  test("stops a running generation", async () => {
    const stopped: unknown[] = [];
    const { submit, cancel } = stepsWith({
      cancel: async (handle) => void stopped.push(handle),
      poll: async () => ({ state: stopped.length > 0 ? "canceled" : "running" }),
    });
    await submit();

    expect(await cancel()).toEqual({ outcome: "canceled" });

    expect(stopped).toEqual([{ id: "generation-1" }]);
    expect(await submission()).toMatchObject({ state: "canceled" });
  });

  test("finds a result that was made in the meantime", async () => {
    const { submit, cancel } = stepsWith({});
    await submit();

    expect(await cancel()).toEqual({ outcome: "succeeded" });
    expect(await submission()).toMatchObject({ state: "succeeded" });
  });

  test("sends no request when nothing was submitted", async () => {
    const { cancel } = stepsWith({
      poll: async () => fail("internal"),
      cancel: async () => fail("internal"),
    });

    expect(await cancel()).toEqual({ outcome: "canceled" });
  });

  test("looks up a request whose reply was lost, so that no generation keeps running unseen", async () => {
    await becomeClass("lookup");
    await dieWhileSending();
    const stopped: unknown[] = [];
    const { cancel } = stepsWith({
      lookup: async () => ({ id: "found" }),
      cancel: async (handle) => void stopped.push(handle),
      poll: async () => ({ state: "canceled" }),
    });

    expect(await cancel()).toEqual({ outcome: "canceled" });
    expect(stopped).toEqual([{ id: "found" }]);
  });
});

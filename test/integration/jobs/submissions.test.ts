import { beforeEach, describe, expect, test } from "vitest";

import { ProviderSubmission } from "#db/entities/job.ts";
import { endWithoutResult } from "#db/jobs/job-steps.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import {
  acceptSubmission,
  endSubmission,
  findSubmission,
  returnSubmission,
  saveHandle,
  succeedSubmission,
  takeSubmission,
} from "#db/jobs/submissions.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

let jobId: string;
let submissionId: string;

const em = () => database.orm.em.fork();

beforeEach(async () => {
  jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  ({ id: submissionId } = await findSubmission(em(), { jobId, step: "main", generation: 1 }));
});

async function current(): Promise<ProviderSubmission> {
  return em().findOneOrFail(ProviderSubmission, submissionId);
}

async function take({ takeOver = false } = {}): Promise<string> {
  const fence = await takeSubmission(em(), submissionId, { takeOver });
  if (fence === null) throw new Error("the submission was not given");
  return fence.token;
}

const result = {
  files: [{ source: { url: "https://example.org/a.png" }, contentType: "image/png" }],
};

describe("the fence before a paid request", () => {
  test("lets one of twenty concurrent attempts through", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () =>
        takeSubmission(em(), submissionId, { takeOver: false }),
      ),
    );

    expect(tokens.filter((token) => token !== null)).toHaveLength(1);
    expect(await current()).toMatchObject({ state: "sent", attempts: 1, sentAt: expect.any(Date) });
  });

  test("stays closed behind a request with an unknown outcome", async () => {
    await take();

    expect(await takeSubmission(em(), submissionId, { takeOver: false })).toBeNull();
    await endSubmission(em(), { submissionId, state: "unknown" });
    expect(await takeSubmission(em(), submissionId, { takeOver: false })).toBeNull();
    expect(await takeSubmission(em(), submissionId, { takeOver: true })).toBeNull();
  });

  test("can be taken over when the provider honors idempotency keys, and locks the former attempt out", async () => {
    const former = await take();
    const { sentAt } = await current();
    const token = await take({ takeOver: true });

    await acceptSubmission(em(), { submissionId, token: former, handle: { id: "former" } });
    expect(await current()).toMatchObject({ state: "sent", handle: null, attempts: 2, sentAt });

    await acceptSubmission(em(), { submissionId, token, handle: { id: "mine" } });
    expect(await current()).toMatchObject({ state: "accepted", handle: { id: "mine" } });
  });

  test("ends with one holder when twenty attempts take over concurrently", async () => {
    await take();

    const fences = await Promise.all(
      Array.from({ length: 20 }, async () =>
        takeSubmission(em(), submissionId, { takeOver: true }),
      ),
    );

    const { attemptToken, attempts } = await current();
    expect(attempts).toBe(21);
    expect(fences.filter((fence) => fence?.token === attemptToken)).toHaveLength(1);
  });

  test.each(["accepted", "succeeded", "failed", "canceled"] as const)(
    "refuses an attempt on a submission that is %s",
    async (state) => {
      const token = await take();
      if (state === "accepted") {
        await acceptSubmission(em(), { submissionId, token, handle: {} });
      } else if (state === "succeeded") {
        await succeedSubmission(em(), submissionId, result);
      } else {
        await endSubmission(em(), { submissionId, state });
      }

      expect(await takeSubmission(em(), submissionId, { takeOver: true })).toBeNull();
      expect(await current()).toMatchObject({ state });
    },
  );

  test("is closed by a cancellation before the first request", async () => {
    const { organizationId } = await current();
    await requestCancel(em(), { jobId, organizationId });

    expect(await takeSubmission(em(), submissionId, { takeOver: true })).toBeNull();
  });

  test("is opened again by its holder alone", async () => {
    const token = await take();

    await returnSubmission(em(), {
      submissionId,
      token: "a stranger's",
      code: "provider_overloaded",
    });
    expect(await current()).toMatchObject({ state: "sent" });

    await returnSubmission(em(), { submissionId, token, code: "provider_overloaded" });
    expect(await current()).toMatchObject({
      state: "prepared",
      attemptToken: null,
      errorCode: "provider_overloaded",
    });
    expect(await take()).not.toBe(token);
  });

  test("is not opened by a holder that was taken over", async () => {
    const former = await take();
    await take({ takeOver: true });

    await returnSubmission(em(), { submissionId, token: former, code: "provider_overloaded" });

    expect(await current()).toMatchObject({ state: "sent" });
  });
});

describe("a reply", () => {
  test("that comes late moves the same attempt from unknown to accepted", async () => {
    const token = await take();
    await endSubmission(em(), { submissionId, state: "unknown", code: "provider_outcome_unknown" });
    expect(await current()).toMatchObject({ state: "unknown", finishedAt: null });

    await acceptSubmission(em(), {
      submissionId,
      token,
      handle: { id: "late" },
      providerRequestId: "request-1",
    });

    expect(await current()).toMatchObject({
      state: "accepted",
      handle: { id: "late" },
      providerRequestId: "request-1",
      errorCode: null,
    });
  });

  test("that was recorded is not overwritten by another attempt's unknown outcome", async () => {
    const token = await take();
    await acceptSubmission(em(), { submissionId, token, handle: { id: "here" } });

    await endSubmission(em(), { submissionId, state: "unknown", code: "provider_outcome_unknown" });

    expect(await current()).toMatchObject({ state: "accepted", handle: { id: "here" } });
  });

  test("to an attempt that was taken over does not fail its successor", async () => {
    const former = await take();
    await take({ takeOver: true });

    await endSubmission(em(), { submissionId, state: "failed", token: former, code: "internal" });

    expect(await current()).toMatchObject({ state: "sent", errorCode: null });
  });

  test("found by a lookup counts as accepted", async () => {
    await take();
    await endSubmission(em(), { submissionId, state: "unknown" });

    await saveHandle(em(), submissionId, { id: "found" });

    expect(await current()).toMatchObject({ state: "accepted", acceptedAt: expect.any(Date) });
  });

  test("does not change an ended submission", async () => {
    const token = await take();
    await endSubmission(em(), {
      submissionId,
      state: "failed",
      code: "provider_rejected",
      detail: "x".repeat(3_000),
    });
    const before = await current();
    expect(before.errorDetail).toHaveLength(2_000);

    await acceptSubmission(em(), { submissionId, token, handle: {} });
    await saveHandle(em(), submissionId, {});
    await succeedSubmission(em(), submissionId, result);
    await endSubmission(em(), { submissionId, state: "canceled" });

    expect(await current()).toEqual(before);
  });

  test("with a result can be renewed after the provider's URL has expired", async () => {
    await take();
    await succeedSubmission(em(), submissionId, result);
    const renewed = {
      files: [{ source: { url: "https://example.org/b.png" }, contentType: "image/png" }],
    };

    await succeedSubmission(em(), submissionId, renewed);

    expect(await current()).toMatchObject({ state: "succeeded", result: renewed });
  });
});

test("the result of a job that ends without it counts as undelivered, unlike the result of a completed job", async () => {
  await takeSubmission(em(), submissionId, { takeOver: false });
  await succeedSubmission(em(), submissionId, result);
  expect(await current()).toMatchObject({ undeliveredAt: null });

  await endWithoutResult(em(), { jobId: jobId, status: "failed" });

  expect(await current()).toMatchObject({
    state: "succeeded",
    undeliveredAt: expect.any(Date),
  });
});

test("a reply that follows the provider's webhook is recorded, and the generation is not canceled", async () => {
  const fence = await takeSubmission(em(), submissionId, { takeOver: false });
  await endSubmission(em(), { submissionId, state: "unknown", code: "provider_outcome_unknown" });
  await saveHandle(em(), submissionId, { id: "told" }, "request-1");
  const { acceptedAt } = await current();

  const isRecorded = await acceptSubmission(em(), {
    submissionId,
    token: fence?.token ?? "",
    handle: { id: "answered" },
    providerRequestId: "request-1",
  });

  expect(isRecorded).toBe(true);
  expect(await current()).toMatchObject({
    state: "accepted",
    handle: { id: "answered" },
    providerRequestId: "request-1",
    acceptedAt,
  });
});

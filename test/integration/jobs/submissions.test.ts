import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

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
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { queueJob } from "#test/support/jobs.ts";
import { createOrganization } from "#test/support/organization.ts";

let database: TestDatabase;
let jobId: string;
let submissionId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

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
  test("lets one of twenty through", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () =>
        takeSubmission(em(), submissionId, { takeOver: false }),
      ),
    );

    expect(tokens.filter((token) => token !== null)).toHaveLength(1);
    expect(await current()).toMatchObject({ state: "sent", attempts: 1, sentAt: expect.any(Date) });
  });

  test("stays closed behind a request whose answer is not known", async () => {
    await take();

    expect(await takeSubmission(em(), submissionId, { takeOver: false })).toBeNull();
    await endSubmission(em(), { submissionId, state: "unknown" });
    expect(await takeSubmission(em(), submissionId, { takeOver: false })).toBeNull();
    expect(await takeSubmission(em(), submissionId, { takeOver: true })).toBeNull();
  });

  test("can be taken over where the provider honours our key, and the former holder is out", async () => {
    const former = await take();
    const { sentAt } = await current();
    const token = await take({ takeOver: true });

    await acceptSubmission(em(), { submissionId, token: former, handle: { id: "former" } });
    expect(await current()).toMatchObject({ state: "sent", handle: null, attempts: 2, sentAt });

    await acceptSubmission(em(), { submissionId, token, handle: { id: "mine" } });
    expect(await current()).toMatchObject({ state: "accepted", handle: { id: "mine" } });
  });

  test("gives one of twenty who take over the last word", async () => {
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
    "gives nobody what is %s",
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

  test("is not opened by a holder who was taken over", async () => {
    const former = await take();
    await take({ takeOver: true });

    await returnSubmission(em(), { submissionId, token: former, code: "provider_overloaded" });

    expect(await current()).toMatchObject({ state: "sent" });
  });
});

describe("an answer", () => {
  test("that comes late is taken from unknown, from the same attempt", async () => {
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

  test("that was recorded is not lost because another attempt believes so", async () => {
    const token = await take();
    await acceptSubmission(em(), { submissionId, token, handle: { id: "here" } });

    await endSubmission(em(), { submissionId, state: "unknown", code: "provider_outcome_unknown" });

    expect(await current()).toMatchObject({ state: "accepted", handle: { id: "here" } });
  });

  test("of an attempt that was taken over does not fail its successor", async () => {
    const former = await take();
    await take({ takeOver: true });

    await endSubmission(em(), { submissionId, state: "failed", token: former, code: "internal" });

    expect(await current()).toMatchObject({ state: "sent", errorCode: null });
  });

  test("that a lookup found counts as accepted", async () => {
    await take();
    await endSubmission(em(), { submissionId, state: "unknown" });

    await saveHandle(em(), submissionId, { id: "found" });

    expect(await current()).toMatchObject({ state: "accepted", acceptedAt: expect.any(Date) });
  });

  test("changes nothing about what has ended", async () => {
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

  test("with a result can be renewed, when the provider's address has expired", async () => {
    await take();
    await succeedSubmission(em(), submissionId, result);
    const renewed = {
      files: [{ source: { url: "https://example.org/b.png" }, contentType: "image/png" }],
    };

    await succeedSubmission(em(), submissionId, renewed);

    expect(await current()).toMatchObject({ state: "succeeded", result: renewed });
  });
});

test("the result of a job that ends without it is counted as undelivered, that of a completed job is not", async () => {
  await takeSubmission(em(), submissionId, { takeOver: false });
  await succeedSubmission(em(), submissionId, result);
  expect(await current()).toMatchObject({ undeliveredAt: null });

  await endWithoutResult(em(), { jobId: jobId, status: "failed" });

  expect(await current()).toMatchObject({
    state: "succeeded",
    undeliveredAt: expect.any(Date),
  });
});

test("an answer that comes after a webhook has told of the request is recorded, not stopped", async () => {
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

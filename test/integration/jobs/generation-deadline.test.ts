import { ApplicationFailure } from "@temporalio/common";
import { pino } from "pino";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { createFailJob } from "#activities/generation/job-records.ts";
import { createPollProvider } from "#activities/generation/poll-provider.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import type { PollResult, ProviderAdapter } from "#activities/providers/adapter.ts";
import { Provider } from "#db/entities/catalog.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { ProviderFailures } from "#db/entities/provider-health.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { findSubmission } from "#db/jobs/submissions.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { generationSecondsMax, unansweredSecondsMax } from "#domain/jobs/time-limits.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

/**
 * The deadline of a generation is computed from the row, and enforced after one last poll of the provider.
 */

const database = useDatabase();
const folder = useFolder("gme-deadline-");

let ref: GenerationRef;

beforeAll(async () => {
  await em().nativeUpdate(Provider, { slug: "studio" }, { concurrencyLimit: 10_000 });
});

beforeEach(async () => {
  await em().nativeDelete(ProviderFailures, {});
  const jobId = await queueJob(database.orm, await createOrganization(database.orm), 2);
  await beginJob(em(), jobId);
  ref = { jobId, step: "main", generation: 1 };
});

const em = () => database.orm.em.fork();

const running: PollResult = { state: "running" };
const canceled: PollResult = { state: "canceled" };
const finished: PollResult = {
  state: "succeeded",
  result: { files: [{ source: { bytes: Buffer.from("image") }, contentType: "image/png" }] },
};

/** Submits a job to a provider that returns these poll results in order and repeats the last one. */
async function submitTo(
  polls: readonly (PollResult | ErrorCode)[],
  given: Partial<ProviderAdapter> = {},
) {
  const requests: string[] = [];
  let polled = 0;
  const adapter: ProviderAdapter = {
    checkHealth: async () => {},
    submit: async () => ({ state: "accepted", handle: { id: "generation-1" } }),
    async poll() {
      requests.push("poll");
      const answer = polls[Math.min(polled, polls.length - 1)] ?? running;
      polled += 1;
      if (typeof answer === "string") throw new AppError(answer);
      return answer;
    },
    async cancel() {
      requests.push("cancel");
    },
    ...given,
  };
  const step = stepsOf(ref, {
    database,
    folder,
    adapters: { studio: adapter },
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
  });
  await step(createSubmitToProvider)();
  return { requests, poll: step(createPollProvider) };
}

/** Moves `accepted_at` or `overdue_since` this many seconds into the past. */
async function age(
  column: "accepted_at" | "overdue_since",
  seconds = generationSecondsMax,
): Promise<void> {
  await em().execute(
    `update provider_submissions set ${column} = ${column} - make_interval(secs => ?) where job_id = ?`,
    [seconds, ref.jobId],
  );
}

async function submission(): Promise<ProviderSubmission> {
  return findSubmission(em(), ref);
}

/** Failures that count against the provider's circuit. */
async function countFailures(): Promise<number> {
  const rows = await em().find(ProviderFailures, {});
  return rows.reduce((sum, { failures }) => sum + failures, 0);
}

const isNotReady = (error: unknown) =>
  error instanceof ApplicationFailure && error.type === "not_ready";

test("a generation within its deadline is polled again", async () => {
  const { poll, requests } = await submitTo([running]);

  await expect(poll()).rejects.toSatisfy(isNotReady);

  expect(requests).toEqual(["poll"]);
});

test("a result made during an outage longer than the deadline is delivered", async () => {
  const { poll, requests } = await submitTo([finished]);
  await age("accepted_at");

  await poll();

  expect(await submission()).toMatchObject({ state: "succeeded" });
  expect(requests).toEqual(["poll"]);
  expect(await countFailures()).toBe(0);
});

test("a generation that still runs after its deadline is canceled at its provider", async () => {
  const { poll, requests } = await submitTo([running, canceled]);
  await age("accepted_at");

  await expect(poll()).rejects.toMatchObject({ code: "provider_timeout" });
  // A repeated attempt, after one that died before reporting, returns the same code.
  await expect(poll()).rejects.toMatchObject({ code: "provider_timeout" });

  expect(requests).toEqual(["poll", "cancel", "poll"]);
  expect(await submission()).toMatchObject({ state: "failed", errorCode: "provider_timeout" });
  expect(await countFailures()).toBe(1);
});

test("a generation that finishes while it is being canceled is delivered", async () => {
  const { poll } = await submitTo([running, finished]);
  await age("accepted_at");

  await poll();

  expect(await submission()).toMatchObject({ state: "succeeded" });
  expect(await countFailures()).toBe(0);
});

test("an overdue generation that could not be canceled is left to settleSubmissions", async () => {
  const { poll } = await submitTo([running], {
    cancel: async () => {
      throw new AppError("provider_unreachable");
    },
  });
  await age("accepted_at");

  await expect(poll()).rejects.toMatchObject({ code: "provider_timeout" });

  expect(await submission()).toMatchObject({ state: "accepted", finishedAt: null });
});

test("a provider that does not respond after the deadline is polled again before the job fails", async () => {
  const { poll, requests } = await submitTo(["provider_unreachable"]);
  await age("accepted_at", 10 * generationSecondsMax);

  await expect(poll()).rejects.toMatchObject({ code: "provider_unreachable" });
  await expect(poll()).rejects.toMatchObject({ code: "provider_unreachable" });
  await age("overdue_since", unansweredSecondsMax);
  await expect(poll()).rejects.toMatchObject({ code: "provider_timeout" });

  expect(requests).toEqual(["poll", "poll", "poll"]);
  // The generation can still be found and canceled.
  expect(await submission()).toMatchObject({ state: "accepted", finishedAt: null });
});

test("a provider that responds after failed polls delivers its result", async () => {
  const { poll } = await submitTo(["provider_unreachable", finished]);
  await age("accepted_at");

  await expect(poll()).rejects.toMatchObject({ code: "provider_unreachable" });
  await poll();

  expect(await submission()).toMatchObject({ state: "succeeded" });
});

test("failing a job does not count against its provider; only the poll that found it overdue does", async () => {
  await submitTo([running]);
  const failJob = createFailJob({ orm: database.orm, logger: pino({ level: "silent" }) });

  await failJob({ jobId: ref.jobId, code: "provider_timeout" });

  expect(await countFailures()).toBe(0);
});

import * as fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";

import { createFailOver } from "#activities/generation/fail-over.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { Job } from "#db/entities/job.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import {
  endSubmission,
  findLastSubmission,
  listSubmissions,
  takeSubmission,
} from "#db/jobs/submissions.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { failoverCodes, mayFailOver } from "#domain/jobs/submission.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";

const database = useDatabase();
const settings = { GOOGLE_CLOUD_KEY: "x", FAL_KEY: "x", RUNWAYML_API_SECRET: "x" };
const api = useApi(database, { settings: { providerSettings: settings } });
const caller = useOrganization(database, { credits: 100_000 });

const em = () => database.orm.em.fork();
const failOver: ReturnType<typeof createFailOver> = async (ref) =>
  createFailOver({
    orm: database.orm,
    logger: pino({ level: "silent" }),
    providerSettings: settings,
  })(ref);

/** Offers of the canonical model that take a prompt. */
const offers = ["veo-3.1-fast-generate-001", "runway-veo3.1-fast", "veo3.1-fast"];

async function order(body: object): Promise<{ jobId: string; estimated: number }> {
  const request = { capability: "text-to-video", prompt: "a red fox", ...body };
  const estimate = (await expectDocumented(
    createEstimate,
    await api.call("/v1/estimates", { key: caller.key, body: request }),
  )) as { estimateId: string; price: { credits: number } };
  const job = (await expectDocumented(
    createGeneration,
    await api.call("/v1/generations", {
      key: caller.key,
      body: { ...request, estimateId: estimate.estimateId },
    }),
  )) as { jobId: string };
  return { jobId: job.jobId, estimated: estimate.price.credits };
}

interface Ending {
  readonly state: "failed" | "unknown";
  readonly code: ErrorCode;
}

/** Ends the job's last request as a provider would, then lets the job fail over. Returns whether it did. */
async function endAndFailOver(jobId: string, { state, code }: Ending): Promise<boolean> {
  const last = await findLastSubmission(em(), { jobId, step: "main" });
  if (last === null) throw new Error("the job has a submission");
  const token = (await takeSubmission(em(), last.id, { takeOver: false }))?.token ?? "";
  await endSubmission(em(), { submissionId: last.id, token, state, code });
  return (await failOver({ jobId, step: "main", generation: last.generation })) !== null;
}

const ending: fc.Arbitrary<Ending> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      state: fc.constant("failed" as const),
      code: fc.constantFrom(...failoverCodes),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      state: fc.constant("failed" as const),
      code: fc.constantFrom<ErrorCode[]>("provider_failed", "content_refused", "provider_rejected"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      state: fc.constant("unknown" as const),
      code: fc.constant<ErrorCode>("provider_outcome_unknown"),
    }),
  },
);

test("a caller pays at most the estimate with every host that serves, and nothing is sent after an ambiguous end", async () => {
  const parameters = fc.record(
    {
      durationSeconds: fc.constantFrom(4, 6, 8),
      resolution: fc.constantFrom("720p", "1080p"),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(parameters, fc.array(ending, { maxLength: 4 }), async (given, endings) => {
      const { jobId, estimated } = await order({ model: "veo-3.1-fast", parameters: given });
      await beginJob(em(), jobId);
      for (const each of endings) {
        const hasMoved = await endAndFailOver(jobId, each);
        if (each.state === "unknown" || !mayFailOver(each.code)) expect(hasMoved).toBe(false);
        if (!hasMoved) break;
      }

      const job = await em().findOneOrFail(Job, jobId);
      const sent = await listSubmissions(em(), [jobId]);
      expect(job.credits).toBeLessThanOrEqual(estimated);
      expect(offers).toEqual(expect.arrayContaining(sent.map(({ modelId }) => modelId)));
      expect(new Set(sent.map(({ modelId }) => modelId)).size).toBe(sent.length);
      const open = sent.filter(({ finishedAt }) => finishedAt === null);
      expect(open.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 25 },
  );
});

test("an offer takes over from another when nothing was made, and the job names it", async () => {
  const { jobId } = await order({ model: "veo-3.1-fast" });
  await beginJob(em(), jobId);
  const first = (await em().findOneOrFail(Job, jobId)).modelId;

  expect(
    await endAndFailOver(jobId, { state: "failed", code: "provider_credential_invalid" }),
  ).toBe(true);

  const job = await em().findOneOrFail(Job, jobId);
  expect(offers).toContain(job.modelId);
  expect(job.modelId).not.toBe(first);
  expect(job.routing).toMatchObject({ strategy: "requested" });
});

test("a request for one offer stays at its host", async () => {
  const { jobId } = await order({ model: "runway-veo3.1-fast" });
  await beginJob(em(), jobId);

  expect(
    await endAndFailOver(jobId, { state: "failed", code: "provider_credential_invalid" }),
  ).toBe(false);
});

test("a canonical model lists its offers with price, health and differences", async () => {
  const response = await api.call("/v1/models/veo-3.1-fast", { key: caller.key });

  expect(await expectDocumented(getModel, response)).toMatchObject({
    id: "veo-3.1-fast",
    displayName: "Veo 3.1 Fast",
    capabilities: expect.arrayContaining(["text-to-video", "image-to-video"]) as string[],
    offers: expect.arrayContaining([
      expect.objectContaining({
        id: "runway-veo3.1-fast",
        provider: "runway",
        available: true,
        circuit: "closed",
        differs: ["720p only"],
      }),
    ]) as object[],
  });
  const offer = await api.call("/v1/models/runway-veo3.1-fast", { key: caller.key });
  expect(await expectDocumented(getModel, offer)).toMatchObject({
    id: "runway-veo3.1-fast",
    offerOf: "veo-3.1-fast",
  });
});

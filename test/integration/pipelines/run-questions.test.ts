import type { Client } from "@temporalio/client";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";

import { createAdvanceRun } from "#activities/pipelines/advance-run.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Job } from "#db/entities/job.ts";
import { createExpressions } from "#runtime/expressions/expressions.ts";
import { testAddresses } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { finishJob } from "#test/support/jobs/finished-jobs.ts";

/** The question of a run as a person sees it, and the audit entry of the answer. */

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 20 });
const em = () => database.orm.em.fork();

const expressions = createExpressions();
afterAll(async () => expressions.close());

interface Shown {
  readonly outputId?: string;
  readonly contentType?: string;
  readonly url?: string;
  readonly text?: string;
}

interface AskedRun {
  readonly status: string;
  readonly question: {
    readonly show: readonly Shown[];
    readonly options: readonly { request: { path: string; body: object } }[];
  };
}

const picture = Buffer.from("a picture");
let runId: string;
let outputId: string;

async function send(path: string, body: object, key?: string): Promise<Record<string, string>> {
  const headers = key === undefined ? {} : { "Idempotency-Key": key };
  const response = await api.call(path, { method: "POST", key: owner.key, body, headers });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Record<string, string>;
}

async function advance(): Promise<void> {
  const turn = createAdvanceRun({
    orm: database.orm,
    client: {} as Client,
    logger: pino({ level: "silent" }),
    expressions,
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9" },
    writeText: null,
  });
  await runActivity(async () => turn({ jobId: runId }));
}

async function readRun(): Promise<AskedRun> {
  const response = await api.call(`/v1/jobs/${runId}`, { key: owner.key });
  return (await expectDocumented(getJob, response)) as AskedRun;
}

/** A run that asks about its image, its images and its topic. */
beforeEach(async () => {
  const image = { kind: "generate", capability: "text-to-image", model: "studio-image" };
  const definition = {
    schemaVersion: 1,
    inputs: { topic: { type: "text" } },
    steps: {
      draft: { ...image, prompt: "{{ inputs.topic }}" },
      check: {
        kind: "approve",
        question: "Is it right?",
        show: [
          "{{ steps.draft.output }}",
          "{{ steps.draft.outputs }}",
          "{{ inputs.topic }}",
          "{{ 1 + 1 }}",
        ],
      },
    },
    outputs: { image: "{{ steps.draft.output }}" },
  };
  const { pipelineId } = await send("/v1/pipelines", { name: "Asks", definition });
  const inputs = { topic: "a red fox" };
  ({ jobId: runId = "" } = await send(`/v1/pipelines/${pipelineId}/runs`, { inputs }));
  await advance();
  const { id: jobId } = await em().findOneOrFail(Job, { runId });
  const file = { jobId, bytes: picture, contentType: "image/png" };
  ({ outputId } = await finishJob(database.orm, api.storage, owner.organizationId, file));
  await advance();
});

test("a question shows its files with URLs, and other values as text", async () => {
  const { status, question } = await readRun();

  expect(status).toBe("needs_input");
  const file = { outputId, contentType: "image/png" };
  expect(question.show).toMatchObject([file, file, { text: "a red fox" }, { text: "2" }]);
  const path = question.show[0]?.url?.slice(testAddresses.publicUrl.length) ?? "";
  const download = await api.call(path);
  expect(Buffer.from(await download.arrayBuffer())).toEqual(picture);
});

test("a question shows no URL of a file that is no longer stored, nor in events", async () => {
  const events = await api.call(`/v1/jobs/${runId}/events`, { key: owner.key });
  const { data } = (await events.json()) as { data: Pick<AskedRun, "question">[] };
  expect(data.at(-1)?.question.show[0]).toEqual({ outputId, contentType: "image/png" });

  await em().execute(`update outputs set deleted_at = now() where id = ?`, [outputId]);

  expect((await readRun()).question.show[0]).toEqual({ outputId, contentType: "image/png" });
});

test("an answer is in the audit log once, with the chosen option", async () => {
  const [yes] = (await readRun()).question.options;
  const { path, body } = yes?.request ?? { path: "", body: {} };

  const { jobId } = await send(path, body, runId);
  expect((await send(path, body, runId))["jobId"]).toBe(jobId);

  expect(await em().find(AuditEntry, { action: "run.answered", targetId: runId })).toMatchObject([
    {
      organizationId: owner.organizationId,
      apiKeyId: owner.keyId,
      after: { resumedBy: jobId, choices: { check: "yes" } },
    },
  ]);
});

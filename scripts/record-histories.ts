import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import type { Client } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";

import { Account } from "#db/entities/account.ts";
import { Provider } from "#db/entities/catalog.ts";
import { Email } from "#db/entities/email.ts";
import { Job, OutboxMessage, ProviderSubmission } from "#db/entities/job.ts";
import { recordProviderEvent } from "#db/providers/provider-events.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { emailWorkflowIdOf } from "#domain/notifications/email.ts";
import { deliveryWorkflowIdOf } from "#domain/notifications/webhook.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import {
  startFakeStudio,
  type Behaviour,
  type FakeStudio,
} from "#test/support/servers/fake-studio.ts";
import {
  startMailServer,
  type MailBehaviour,
  type MailServer,
} from "#test/support/servers/mail-server.ts";
import { startSilentServer, type SilentServer } from "#test/support/servers/silent-server.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "#test/support/servers/webhook-receiver.ts";

/**
 * Records a history in test/replay/histories for each path of the workflow that has none yet. A changed
 * workflow must replay the recorded histories unchanged: delete one to record it again only when no run of
 * its time can be left.
 */
const folder = fileURLToPath(new URL("../test/replay/histories/", import.meta.url));
const body = { message: "a red fox", capability: "text-to-image" };
const chat = { ...body, routing: { allow: ["studio"] } };

interface Stage {
  readonly engine: TestEngine;
  readonly client: Client;
  readonly studio: FakeStudio;
  /** A provider without idempotency keys and lookup, which routing prefers. */
  readonly second: FakeStudio;
  readonly llm: SilentServer;
  readonly mail: MailServer;
  readonly receiver: WebhookReceiver;
}

interface Execution {
  readonly workflowId: string;
  /** Default: the last run of the workflow. */
  readonly runId?: string;
}

/** Follows a path and returns the workflow id of the run whose history is kept, or one run of the workflow. */
type Path = (stage: Stage) => Promise<string | Execution>;

const ended =
  (behaviour: Behaviour, request: object = chat): Path =>
  async ({ engine, studio, second }) => {
    for (const provider of [studio, second]) provider.behave(() => ({ kind: "instant" }));
    (request === chat ? studio : second).behave(() => behaviour);
    const jobId = await engine.createJob(request);
    await engine.waitForJob(jobId);
    return workflowIdOf(jobId);
  };

const parsed =
  (message: string): Path =>
  async ({ engine, studio }) => {
    studio.behave(() => ({ kind: "instant" }));
    const jobId = await engine.createJob({ ...chat, message, parseIntent: true });
    await engine.waitForJob(jobId);
    return workflowIdOf(jobId);
  };

/** Another job holds the provider's only slot until the job has waited or is canceled. */
const waited =
  (isCanceled: boolean): Path =>
  async ({ engine, studio }) => {
    const setLimit = async (concurrencyLimit: number) =>
      engine.orm.em.fork().nativeUpdate(Provider, { slug: "studio" }, { concurrencyLimit });
    await setLimit(1);
    studio.behave(() => ({ kind: "held" }));
    const former = await engine.createJob(chat);
    await until(() => studio.generations.has(`${former}:main:1`));
    const jobId = await engine.createJob(chat);
    await until(async () => (await engine.orm.em.fork().findOne(Job, jobId))?.stage === "waiting");
    studio.behave(() => ({ kind: "instant" }));
    if (isCanceled) await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
    else studio.release();
    await engine.waitForJob(jobId);
    studio.release();
    await engine.waitForJob(former);
    await setLimit(1_000);
    return workflowIdOf(jobId);
  };

/** Cancels after the provider has received the request, then lets the provider continue. */
const canceled =
  (behaviour: Behaviour, when: "after" | "before" = "after"): Path =>
  async ({ engine, studio }) => {
    studio.behave(() => behaviour);
    const jobId = await engine.createJob(chat);
    await until(() => studio.submissions.has(`${jobId}:main:1`));
    if (when === "before") studio.release();
    await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
    if (behaviour.kind === "unstoppable") await until(() => studio.cancels.length > 0);
    studio.release();
    await engine.waitForJob(jobId);
    return workflowIdOf(jobId);
  };

const canceledWhileParsing: Path = async ({ engine, llm }) => {
  const before = llm.requests();
  const jobId = await engine.createJob({ ...chat, parseIntent: true });
  await until(() => llm.requests() > before);
  await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
  await engine.waitForJob(jobId);
  return workflowIdOf(jobId);
};

const canceledWhileStoring: Path = async ({ engine, studio }) => {
  const halfSent = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  studio.behave(() => ({ kind: "instant" }));
  studio.watch(async (instant) => {
    if (instant !== "half sent") return;
    halfSent.resolve();
    await goOn.promise;
  });
  const jobId = await engine.createJob(chat);
  await halfSent.promise;
  await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
  goOn.resolve();
  await engine.waitForJob(jobId);
  return workflowIdOf(jobId);
};

/** Terminates the first run while the provider works; the second run ends the job. */
const resumed =
  (isCanceled: boolean): Path =>
  async ({ engine, client, studio }) => {
    studio.behave(() => ({ kind: "held" }));
    const jobId = await engine.createJob(chat);
    await until(() => studio.generations.has(`${jobId}:main:1`));
    await client.workflow.getHandle(workflowIdOf(jobId)).terminate("recorded");
    if (isCanceled) await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
    else studio.release();
    await engine.waitForJob(jobId);
    return workflowIdOf(jobId, 1);
  };

/** The provider sends a webhook during polling, or during the lookup of a lost response. */
const toldByProvider =
  (lost: boolean): Path =>
  async ({ engine, studio, second }) => {
    const provider = lost ? second : studio;
    provider.behave(() => (lost ? { kind: "loses-answer", times: 1 } : { kind: "held" }));
    const jobId = await engine.createJob(lost ? body : chat);
    const state = lost ? "unknown" : "accepted";
    const find = async () => engine.orm.em.fork().findOne(ProviderSubmission, { jobId, state });
    await until(async () => (await find()) !== null);
    const submission = await find();
    if (submission === null)
      throw new Error("the submission ended before its webhook was recorded");
    await recordProviderEvent(engine.orm.em.fork(), {
      providerSlug: submission.providerSlug,
      submissionId: submission.id,
      eventId: jobId,
      requestId: null,
      status: null,
      isSigned: false,
    });
    await until(async () => (await engine.orm.em.fork().count(OutboxMessage)) === 0);
    studio.release();
    await engine.waitForJob(jobId);
    return workflowIdOf(jobId);
  };

/** A run of two steps, of which the second one asks a person in `asked`; canceled while the first one generates. */
const ran =
  (behaviour: Behaviour, then: "waits" | "asks" | "cancels" = "waits"): Path =>
  async ({ engine, studio }) => {
    studio.behave(() => behaviour);
    const step = { kind: "generate", capability: "text-to-image", model: "studio-image" };
    const question = { kind: "approve", after: ["first"], question: "Go on?" };
    const definition = {
      schemaVersion: 1,
      steps: {
        first: { ...step, prompt: "a fox" },
        second: then === "asks" ? question : { ...step, after: ["first"], prompt: "a hare" },
      },
      outputs: { image: "{{ steps.first.output }}" },
    };
    const { jobId } = await startDefinition(engine, definition);
    if (then === "cancels") {
      await until(async () => countGenerating(engine, jobId).then((count) => count > 0));
      await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
    }
    await engine.waitForJob(jobId);
    studio.release();
    return workflowIdOf(jobId);
  };

const textStep = { kind: "write", instruction: "Write about a fox.", maxWords: 5 };
const imageStep = {
  kind: "generate",
  capability: "text-to-image",
  model: "studio-image",
  prompt: "a fox",
};

/** A run of one step. Returns the ids of the pipeline and of the run. */
async function startRun(
  { engine }: Stage,
  step: object,
  output: string,
): Promise<{ pipelineId: string; jobId: string }> {
  const outputs = { result: `{{ steps.only.${output} }}` };
  return startDefinition(engine, { schemaVersion: 1, steps: { only: step }, outputs });
}

/** Stores a pipeline and runs it. Returns the ids of both. */
async function startDefinition(
  engine: TestEngine,
  definition: object,
): Promise<{ pipelineId: string; jobId: string }> {
  const { pipelineId = "" } = await post(engine, "/v1/pipelines", { name: "Recorded", definition });
  const { jobId = "" } = await post(engine, `/v1/pipelines/${pipelineId}/runs`, {});
  return { pipelineId, jobId };
}

/** Counts the jobs of a run's steps that are generating. */
async function countGenerating(engine: TestEngine, runId: string): Promise<number> {
  return engine.orm.em.fork().count(Job, { runId, stage: "generating" });
}

async function post(
  engine: TestEngine,
  path: string,
  body?: object,
): Promise<Record<string, string>> {
  return (await engine.call("POST", path, body)).json() as Promise<Record<string, string>>;
}

/** The language model does not respond, so the run asks a person for the text, unless it is canceled first. */
const wrote =
  (isCanceled: boolean): Path =>
  async (stage) => {
    const { engine, llm } = stage;
    const before = llm.requests();
    const { jobId } = await startRun(stage, textStep, "text");
    await until(() => llm.requests() > before);
    if (isCanceled) await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
    await engine.waitForJob(jobId);
    return workflowIdOf(jobId);
  };

/** The only step takes longer than it may. */
const timedOut: Path = async (stage) => {
  stage.studio.behave(() => ({ kind: "held" }));
  const { jobId } = await startRun(stage, { ...imageStep, timeoutSeconds: 10 }, "output");
  await stage.engine.waitForJob(jobId);
  stage.studio.release();
  return workflowIdOf(jobId);
};

/** A run that fails, and the run that resumes it, whose history is kept. */
const resumedRun: Path = async (stage) => {
  const { engine, studio } = stage;
  studio.behave(() => ({ kind: "refuses", message: "no" }));
  const { pipelineId, jobId: former } = await startRun(stage, imageStep, "output");
  await engine.waitForJob(former);
  studio.behave(() => ({ kind: "instant" }));
  const path = `/v1/pipelines/${pipelineId}/runs`;
  const { jobId = "" } = await post(engine, path, { resumeFrom: former });
  await engine.waitForJob(jobId);
  return workflowIdOf(jobId);
};

/** A message of two requests. */
const startedByChat: Path = async ({ engine, studio, second }) => {
  for (const provider of [studio, second]) provider.behave(() => ({ kind: "instant" }));
  const message = "a picture of a fox and a 5 s video of waves";
  const { jobId = "" } = await post(engine, "/v1/chat", { message, parseIntent: true });
  await engine.waitForJob(jobId);
  return workflowIdOf(jobId);
};

/** Events of a history after which a run continues as new; more than any other path has. */
const historyEventsMax = 100;

/** The first part of a run that has enough steps to continue as new. */
const continued: Path = async ({ engine, client, studio }) => {
  studio.behave(() => ({ kind: "instant" }));
  const take = { kind: "generate", capability: "text-to-image", model: "studio-image" };
  const shots = {
    kind: "map",
    over: "{{ range(12) }}",
    maxItems: 12,
    concurrency: 1,
    steps: { take: { ...take, prompt: "shot {{ item }}" } },
    value: "{{ steps.take.output }}",
  };
  const outputs = { shots: "{{ steps.shots.items }}" };
  const { jobId } = await startDefinition(engine, { schemaVersion: 1, steps: { shots }, outputs });
  const workflowId = workflowIdOf(jobId);
  const startedAs = async () => client.workflow.getHandle(workflowId).describe();
  await until(async () =>
    startedAs().then(
      () => true,
      () => false,
    ),
  );
  const { runId } = await startedAs();
  await engine.waitForJob(jobId);
  return { workflowId, runId };
};

/** A run that is canceled once `isReached` says so of its id. */
async function cancelRun(
  stage: Stage,
  steps: object,
  isReached: (runId: string) => Promise<boolean>,
): Promise<string> {
  const { engine, studio } = stage;
  const outputs = { result: "{{ 1 }}" };
  const { jobId } = await startDefinition(engine, { schemaVersion: 1, steps, outputs });
  await until(async () => isReached(jobId));
  await engine.call("POST", `/v1/jobs/${jobId}/cancel`);
  await engine.waitForJob(jobId);
  studio.release();
  return jobId;
}

const generating =
  ({ engine }: Stage, count = 1) =>
  async (runId: string): Promise<boolean> =>
    (await countGenerating(engine, runId)) === count;

/** Behaves as `choose` says for the number of a generation, from 1 on. Returns how many there were. */
function behaveInTurn({ studio }: Stage, choose: (number: number) => Behaviour): () => number {
  let generations = 0;
  studio.behave(() => {
    generations += 1;
    return choose(generations);
  });
  return () => generations;
}

/** A map that generates so many images. */
const imagesOf = (count: number, { concurrency }: { concurrency: number }) => ({
  kind: "map",
  over: `{{ range(${count}) }}`,
  maxItems: count,
  concurrency,
  steps: { take: imageStep },
  value: "{{ steps.take.output }}",
});

/** Two items of three are generating. */
const canceledInMap: Path = async (stage) => {
  stage.studio.behave(() => ({ kind: "held" }));
  const shots = imagesOf(3, { concurrency: 2 });
  return workflowIdOf(await cancelRun(stage, { shots }, generating(stage, 2)));
};

const canceledInPart: Path = async (stage) => {
  stage.studio.behave(() => ({ kind: "held" }));
  const definition = {
    schemaVersion: 1,
    steps: { take: imageStep },
    outputs: { image: "{{ steps.take.output }}" },
  };
  const { pipelineId } = await post(stage.engine, "/v1/pipelines", { name: "Part", definition });
  const part = { kind: "pipeline", pipeline: pipelineId, version: 1 };
  return workflowIdOf(await cancelRun(stage, { part }, generating(stage)));
};

/** The operation is held, after the image that it edits. */
const canceledInOperation: Path = async (stage) => {
  behaveInTurn(stage, (number) => ({ kind: number === 1 ? "instant" : "held" }));
  const edit = {
    kind: "transform",
    operation: "resize",
    inputs: ["{{ steps.first.output }}"],
    parameters: { width: 64 },
  };
  return workflowIdOf(await cancelRun(stage, { first: imageStep, edit }, generating(stage)));
};

/** The receiver of the call has failed once; its next attempt waits. */
const canceledInCall: Path = async (stage) => {
  stage.receiver.behave((response) => {
    response.writeHead(500).end();
  });
  const before = stage.receiver.received.length;
  const told = { kind: "call", url: stage.receiver.url, body: { done: true } };
  const isReached = async () => stage.receiver.received.length > before;
  return workflowIdOf(await cancelRun(stage, { told }, isReached));
};

/** The first attempt of the step has failed; the second one is generating. */
const canceledInSecondAttempt: Path = async (stage) => {
  behaveInTurn(stage, (number) =>
    number === 1 ? { kind: "fails", message: "broken" } : { kind: "held" },
  );
  const steps = { take: { ...imageStep, retries: 1 } };
  return workflowIdOf(await cancelRun(stage, steps, generating(stage)));
};

/** The last part of a run that has continued as new. */
const canceledAfterContinuing: Path = async (stage) => {
  const generations = behaveInTurn(stage, (number) => ({
    kind: number > 12 ? "held" : "instant",
  }));
  const shots = imagesOf(13, { concurrency: 1 });
  const isLast = async (runId: string) => generations() > 12 && generating(stage)(runId);
  return workflowIdOf(await cancelRun(stage, { shots }, isLast));
};

/** The first workflow of the run is terminated; the second one cancels the step that the first one started. */
const canceledBySecondWorkflow: Path = async (stage) => {
  stage.studio.behave(() => ({ kind: "held" }));
  const runId = await cancelRun(stage, { take: imageStep }, async (runId) => {
    if (!(await generating(stage)(runId))) return false;
    await stage.client.workflow.getHandle(workflowIdOf(runId)).terminate("recorded");
    return true;
  });
  return workflowIdOf(runId, 1);
};

/** The email that confirms a registration, while the mail server behaves like this at first. */
const mailed =
  (behaviour: MailBehaviour): Path =>
  async ({ engine, mail }) => {
    mail.behave(behaviour);
    const email = `${behaviour}@example.org`;
    const body = { email, password: "correct horse battery" };
    await engine.call("POST", "/v1/auth/register", body, { "x-api-key": "" });
    const find = async (): Promise<Email | null> => {
      const em = engine.orm.em.fork();
      const account = await em.findOne(Account, { email });
      return account === null ? null : em.findOne(Email, { accountId: account.id });
    };
    if (behaviour === "defers") {
      await until(async () => Boolean((await find())?.lastError));
      mail.behave("accepts");
    }
    await until(async () => Boolean((await find())?.finishedAt));
    return emailWorkflowIdOf((await find())?.id ?? "");
  };

/**
 * Delivers a sample event; a receiver that fails at first is then deleted, or recovers for the second
 * attempt.
 */
const told =
  (first: "accepts" | "fails", then: "waits" | "deletes" = "waits"): Path =>
  async ({ engine, receiver }) => {
    receiver.behave((response, count) => {
      response.writeHead(first === "fails" && count === 1 ? 500 : 204).end();
    });
    const before = receiver.received.length;
    const { webhookId } = await post(engine, "/v1/webhooks", { url: receiver.url });
    const { deliveryId = "" } = await post(engine, `/v1/webhooks/${webhookId}/test`);
    await until(() => receiver.received.length > before);
    if (then === "deletes") await engine.call("DELETE", `/v1/webhooks/${webhookId}`);
    return deliveryWorkflowIdOf(deliveryId, 0);
  };

const paths: Readonly<Record<string, Path>> = {
  "completed-at-once": ended({ kind: "instant" }),
  // Runs of jobs with a known price are started with their search attributes, and write only those that change.
  "described-completed-at-once": ended({ kind: "instant" }),
  "described-completed-after-polls": ended({ kind: "polls", count: 3 }),
  "described-completed-after-busy-provider": ended({ kind: "busy", times: 2 }),
  "described-completed-after-fail-over": ended({ kind: "unauthorized" }, body),
  "described-completed-after-waiting-for-a-slot": waited(false),
  "completed-after-polls": ended({ kind: "polls", count: 3 }),
  "completed-after-parsing": parsed("Create an image of a red fox"),
  "completed-after-busy-provider": ended({ kind: "busy", times: 2 }),
  "completed-after-lost-answer": ended({ kind: "loses-answer", times: 1 }),
  "completed-after-fail-over": ended({ kind: "unauthorized" }, body),
  "completed-after-busy-fail-over": ended({ kind: "busy", times: 1_000 }, body),
  "completed-after-waiting-for-a-slot": waited(false),
  "completed-after-word-of-its-provider": toldByProvider(false),
  "failed-submission-unknown-in-spite-of-word": toldByProvider(true),
  "completed-in-spite-of-cancel": canceled({ kind: "held" }, "before"),
  "completed-because-unstoppable": canceled({ kind: "unstoppable" }),
  "completed-although-canceled-while-storing": canceledWhileStoring,
  "completed-by-second-run": resumed(false),
  "failed-at-provider": ended({ kind: "fails", message: "broken" }),
  "failed-refused": ended({ kind: "refuses", message: "no" }),
  "failed-without-fail-over": ended(
    { kind: "unauthorized" },
    { ...body, routing: { failover: false } },
  ),
  "failed-with-nobody-to-fail-over-to": ended(
    { kind: "unauthorized" },
    { ...body, model: "recraftv4_1" },
  ),
  "failed-submission-unknown": ended({ kind: "loses-answer", times: 1 }, body),
  "failed-unsupported-message": parsed("Book me a flight to Tokyo next Tuesday"),
  "needs-input": parsed("make it 4x bigger"),
  "canceled-while-parsing": canceledWhileParsing,
  "canceled-while-waiting-for-a-slot": waited(true),
  "canceled-while-busy": canceled({ kind: "busy", times: 1_000 }),
  "canceled-while-submitting": canceled({ kind: "stalls" }),
  "canceled-while-generating": canceled({ kind: "held" }),
  "canceled-by-second-run": resumed(true),
  "run-completed": ran({ kind: "instant" }),
  "run-failed": ran({ kind: "refuses", message: "no" }),
  "run-asked": ran({ kind: "instant" }, "asks"),
  "run-continued-as-new": continued,
  "run-canceled": ran({ kind: "held" }, "cancels"),
  "run-canceled-in-a-map": canceledInMap,
  "run-canceled-in-a-sub-pipeline": canceledInPart,
  "run-canceled-in-an-operation": canceledInOperation,
  "run-canceled-in-a-call": canceledInCall,
  "run-canceled-in-a-second-attempt": canceledInSecondAttempt,
  "run-canceled-after-continuing-as-new": canceledAfterContinuing,
  "run-canceled-by-a-second-workflow": canceledBySecondWorkflow,
  "run-asked-for-a-text": wrote(false),
  "run-canceled-while-writing": wrote(true),
  "run-step-timed-out": timedOut,
  "run-resumed": resumedRun,
  "run-started-by-chat": startedByChat,
  "mail-sent": mailed("accepts"),
  "mail-sent-later": mailed("defers"),
  "mail-refused": mailed("refuses"),
  "webhook-delivered": told("accepts"),
  "webhook-delivered-later": told("fails"),
  "webhook-abandoned": told("fails", "deletes"),
};

const [studio, second, llm, mail, receiver] = await Promise.all([
  startFakeStudio(),
  startFakeStudio(),
  startSilentServer(),
  startMailServer(),
  startWebhookReceiver(),
]);
const engine = await startTestEngine({
  studioUrl: studio.url,
  second: { url: second.url },
  historyEventsMax,
  env: {
    SMTP_URL: mail.url,
    ALLOW_PRIVATE_WEBHOOKS: "1",
    MAIL_FROM: "engine@example.org",
    LLM_MODEL: "gpt-test",
    LLM_BASE_URL: llm.url,
    LLM_API_KEY: "test",
    LLM_TIMEOUT_MS: "2000",
    RECONCILE_SECONDS: "2",
    SUBMISSION_UNKNOWN_SECONDS: "4",
  },
});
try {
  await engine.startTemporal();
  await Promise.all([engine.startApi(), engine.startWorker()]);
  const client = await engine.connectTemporal();
  const stage = { engine, client, studio, second, llm, mail, receiver };
  for (const [name, take] of Object.entries(paths)) {
    const file = `${folder}${name}.json`;
    if (existsSync(file)) continue;
    const taken = await take(stage);
    const { workflowId, runId }: Execution =
      typeof taken === "string" ? { workflowId: taken } : taken;
    const run = client.workflow.getHandle(workflowId, runId);
    // The rows show the end before the run has ended; the run's end is part of the history.
    await run.result().catch(() => undefined);
    await writeFile(file, `${portable(historyToJSON(await run.fetchHistory()))}\n`);
    console.log(`recorded ${name}`);
  }
} finally {
  await engine.close();
  await Promise.all([studio.close(), second.close(), llm.close(), mail.close(), receiver.close()]);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

/** Stack traces contain machine paths; replay does not read them. */
function portable(json: string): string {
  const parsed: unknown = JSON.parse(json, (name, value: unknown) =>
    name === "stackTrace" ? "" : value,
  );
  return JSON.stringify(parsed, null, 1);
}

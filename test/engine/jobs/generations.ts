import { beforeEach, expect, test } from "vitest";

import { workflowIdOf } from "#domain/jobs/job.ts";
import type { JobView } from "#test/support/engine/engine.ts";
import type { JobEngine } from "#test/support/engine/job-engine.ts";

const chat = { message: "a red fox", capability: "text-to-image" };

/** Each outcome of a provider ends a job as documented. */
export function generationTests(engine: JobEngine): void {
  beforeEach(() => engine.studio.behave(() => ({ kind: "instant" })));

  test("a job of an instant provider completes, is charged once and can be downloaded", async () => {
    const job = await engine.waitForJob(await engine.createJob(chat));

    expect(job).toMatchObject({
      status: "completed",
      billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 0 },
    });
    const file = await fetch(job.output?.url ?? "");
    expect(file.status).toBe(200);
    expect((await file.arrayBuffer()).byteLength).toBe(job.output?.bytes);
  });

  test("a sentence is parsed, priced and generated", async () => {
    const message = "Create an image of a red fox in a snowy forest";
    const job = await engine.waitForJob(await engine.createJob({ message, parseIntent: true }));

    expect(job).toMatchObject({
      status: "completed",
      intent: { capability: "text-to-image" },
      billing: { capturedCredits: 1 },
    });
  });

  test("every activity of a job has a summary in the Temporal UI", async () => {
    const message = "Create an image of a red fox in a snowy forest";
    const { jobId } = await engine.waitForJob(
      await engine.createJob({ message, parseIntent: true }),
    );
    const activities = await listActivities(jobId);

    expect(activities.map(({ type }) => type)).toContain("submitToProvider");
    expect(activities.filter(({ summary }) => summary === "")).toEqual([]);
  });

  test("a job with a known price takes four activities, and three without a poll", async () => {
    const instant = await engine.waitForJob(await engine.createJob(chat));
    engine.studio.behave(() => ({ kind: "polls", count: 1 }));
    const polled = await engine.waitForJob(await engine.createJob(chat));

    const namesOf = async ({ jobId }: JobView) =>
      (await listActivities(jobId)).map(({ type }) => type);
    expect(await namesOf(instant)).toEqual(["beginJob", "submitToProvider", "storeOutput"]);
    expect(await namesOf(polled)).toEqual([
      "beginJob",
      "submitToProvider",
      "pollProvider",
      "storeOutput",
    ]);
  });

  test("a job with a known price is started with its search attributes, and a poll writes one", async () => {
    const { workflow } = await engine.connectTemporal();
    const instant = await engine.waitForJob(await engine.createJob(chat));
    engine.studio.behave(() => ({ kind: "polls", count: 1 }));
    const polled = await engine.waitForJob(await engine.createJob(chat));

    expect(await countAttributeWrites(instant.jobId)).toBe(0);
    expect(await countAttributeWrites(polled.jobId)).toBe(1);
    const { typedSearchAttributes } = await workflow
      .getHandle(workflowIdOf(polled.jobId))
      .describe();
    const attributes = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
    expect(Object.fromEntries(attributes)).toMatchObject({
      GmeProvider: "studio",
      GmeModel: polled.model?.id,
      GmeContentType: "image",
      GmeCredits: 1,
      GmeStage: "generating",
    });
  });

  async function countAttributeWrites(jobId: string): Promise<number> {
    const events = await listEvents(jobId);
    return events.filter(
      ({ upsertWorkflowSearchAttributesEventAttributes: write }) => write != null,
    ).length;
  }

  /** Reads the history of a job's first run, once it has ended. */
  async function listEvents(jobId: string) {
    const { workflow } = await engine.connectTemporal();
    const run = workflow.getHandle(workflowIdOf(jobId));
    await run.result();
    return (await run.fetchHistory()).events ?? [];
  }

  async function listActivities(jobId: string) {
    const events = await listEvents(jobId);
    return events.flatMap(({ activityTaskScheduledEventAttributes, userMetadata }) =>
      activityTaskScheduledEventAttributes == null
        ? []
        : {
            type: activityTaskScheduledEventAttributes.activityType?.name,
            summary: Buffer.from(userMetadata?.summary?.data ?? "").toString(),
          },
    );
  }

  test("messages of a conversation work on results that are still being made, and an uncertain one is paid once confirmed", async () => {
    const { body: first } = await say({ message: "Create an image of a red fox in the snow" });
    const { conversationId } = first;

    const [painted, asked] = [
      await say({ message: "in watercolour", conversationId }),
      await say({ message: "bigger and sharper", conversationId }),
    ];

    expect(await engine.waitForJob(painted.body.jobId)).toMatchObject({
      status: "completed",
      intent: {
        capability: "text-to-image",
        understood: { act: "adjust", refersTo: [{ outputOf: first.jobId, ordinal: 0 }] },
      },
      billing: { capturedCredits: 1 },
    });
    const { status, question } = await engine.waitForJob(asked.body.jobId);
    expect([status, question?.text]).toEqual([
      "needs_input",
      "Is this meant? 1: Upscaling of an earlier result",
    ]);
    const larger = await say({ message: "1", conversationId });
    const upscaled = await engine.waitForJob(larger.body.jobId);
    expect(upscaled.error).toBeUndefined();
    expect(upscaled).toMatchObject({
      status: "completed",
      intent: { capability: "upscaling", understood: { act: "answer" } },
      request: { inputs: [{ kind: "image", outputOf: painted.body.jobId, ordinal: 0 }] },
    });
  });

  async function say(body: object): Promise<{ body: { jobId: string; conversationId: string } }> {
    const response = await engine.call("POST", "/v1/chat", { parseIntent: true, ...body });
    expect(response.status).toBe(202);
    return { body: (await response.json()) as { jobId: string; conversationId: string } };
  }

  test("a job that ends with a question is not charged", async () => {
    const jobId = await engine.createJob({ message: "make it 4x bigger", parseIntent: true });
    const job = await engine.waitForJob(jobId);

    expect(job).toMatchObject({
      status: "needs_input",
      billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 0 },
    });
    expect(job.question?.text).not.toBe("");
  });

  test("a message without a supported request fails with the reason", async () => {
    const message = "Book me a flight to Tokyo next Tuesday";
    const job = await engine.waitForJob(await engine.createJob({ message, parseIntent: true }));

    expect(job).toMatchObject({ status: "failed", error: { code: "intent_unsupported" } });
  });

  test("a job that fails at the provider is not charged", async () => {
    engine.studio.behave(() => ({ kind: "fails", message: "the brush broke" }));
    const job = await engine.waitForJob(await engine.createJob(chat));

    expect(job).toMatchObject({
      status: "failed",
      error: { code: "provider_failed", details: { reason: "the brush broke" } },
      billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
    });
  });

  test("a rejected request fails with the provider's reason and is not sent again", async () => {
    engine.studio.behave(() => ({ kind: "refuses", message: "no such style" }));
    const jobId = await engine.createJob(chat);
    const job = await engine.waitForJob(jobId);

    expect(job).toMatchObject({
      status: "failed",
      error: {
        code: "provider_rejected",
        message: expect.stringMatching(
          /^The provider rejected the request as invalid: .*no such style/,
        ),
      },
    });
    expect(engine.studio.submissions.get(`${jobId}:main:1`)).toBe(1);
  });

  test("a busy provider is retried and the job completes", async () => {
    engine.studio.behave(() => ({ kind: "busy", times: 2 }));
    const jobId = await engine.createJob(chat);
    const job = await engine.waitForJob(jobId);

    expect(job.status).toBe("completed");
    expect(engine.studio.submissions.get(`${jobId}:main:1`)).toBe(3);
  });

  test("a lost response is retried with the same key, so only one generation is made", async () => {
    engine.studio.behave(() => ({ kind: "loses-answer", times: 2 }));
    const jobId = await engine.createJob(chat);
    const job = await engine.waitForJob(jobId);

    expect(job.status).toBe("completed");
    const made = [...engine.studio.generations.keys()].filter((key) => key.startsWith(jobId));
    expect(made).toHaveLength(1);
  });

  test("a slow provider is polled until the generation ends", async () => {
    engine.studio.behave(() => ({ kind: "polls", count: 5 }));
    const job = await engine.waitForJob(await engine.createJob(chat));

    expect(job.status).toBe("completed");
  });

  test("no step has a timeout that elapses while workers or Temporal are down, or while it is queued", async () => {
    engine.studio.behave(() => ({ kind: "polls", count: 2 }));
    const message = "Create an image of a red fox";
    const jobId = await engine.createJob({ message, parseIntent: true });
    await engine.waitForJob(jobId);
    const client = await engine.connectTemporal();
    const { events } = await client.workflow.getHandle(workflowIdOf(jobId)).fetchHistory();

    const timeouts = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: step }) =>
      step == null
        ? []
        : {
            step: step.activityType?.name,
            queueSeconds: Number(step.scheduleToStartTimeout?.seconds ?? 0),
            allSeconds: Number(step.scheduleToCloseTimeout?.seconds ?? 0),
          },
    );

    expect(timeouts.map(({ step }) => step)).toContain("pollProvider");
    expect(timeouts.filter((step) => step.queueSeconds > 0 || step.allSeconds > 0)).toEqual([]);
  });

  test("the history that operators read contains no prompt and no key", async () => {
    const message = "Create an image of a zebra that nobody may read about";
    const jobId = await engine.createJob({ message, parseIntent: true });
    await engine.waitForJob(jobId);
    const { Client, Connection } = await import("@temporalio/client");
    const connection = await Connection.connect({ address: engine.temporalAddress });
    try {
      const handle = new Client({ connection }).workflow.getHandle(`job/${jobId}`);
      const history = JSON.stringify(await handle.fetchHistory());

      expect(Buffer.from(history).toString("latin1")).not.toMatch(/zebra/i);
      expect(decodePayloads(history)).not.toMatch(/zebra/i);
      expect(decodePayloads(history)).toContain(jobId);
    } finally {
      await connection.close();
    }
  });
}

/** Payloads are bytes in JSON; decodes them to text, so the assertions above can search them. */
function decodePayloads(history: string): string {
  const texts = [
    ...history.matchAll(/"data":(\[[^\]]*\]|\{"type":"Buffer","data":\[[^\]]*\]\}|"[^"]*")/g),
  ];
  return texts
    .map(([, value]) => JSON.parse(value ?? '""') as unknown)
    .map((value) => {
      if (typeof value === "string") return Buffer.from(value, "base64").toString("utf8");
      const bytes = Array.isArray(value) ? value : (value as { data: number[] }).data;
      return Buffer.from(bytes as number[]).toString("utf8");
    })
    .join("\n");
}

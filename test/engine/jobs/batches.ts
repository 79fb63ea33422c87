import { beforeAll, expect, test } from "vitest";

import type { JobEngine } from "#test/support/engine/job-engine.ts";

interface BatchAnswer {
  batchId: string;
  status: string;
  counts: Record<string, number>;
  billing: Record<string, number>;
  items: { data: { jobId: string; status: string; output?: object; error?: { code: string } }[] };
}

const hasEnded = ({ status }: BatchAnswer) => ["completed", "canceled"].includes(status);

/** Batches keep their counts while workers die. */
export function batchTests(engine: JobEngine): void {
  beforeAll(async () => {
    await call("POST", "/v1/webhooks", {
      url: "https://hooks.example.com/batches",
      events: ["batch.completed"],
    });
  });

  async function call(method: string, path: string, body?: unknown): Promise<BatchAnswer> {
    const response = await engine.call(method, path, body);
    const answer = (await response.json()) as BatchAnswer;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  }

  async function order(prompts: readonly string[]): Promise<string> {
    const { batchId } = await call("POST", "/v1/batches", {
      defaults: { capability: "text-to-image", model: "studio-image" },
      items: prompts.map((prompt) => ({ prompt })),
    });
    return batchId;
  }

  async function read(batchId: string): Promise<BatchAnswer> {
    return call("GET", `/v1/batches/${batchId}?limit=100`);
  }

  async function waitFor(
    batchId: string,
    condition: (batch: BatchAnswer) => boolean,
  ): Promise<BatchAnswer> {
    let batch = await read(batchId);
    await expect
      .poll(
        async () => {
          batch = await read(batchId);
          return condition(batch);
        },
        { timeout: 90_000 },
      )
      .toBe(true);
    return batch;
  }

  async function listEnds(batchId: string): Promise<{ data: unknown }[]> {
    return engine.orm.em
      .fork()
      .execute(`select data from webhook_events where type = 'batch.completed' and subject = ?`, [
        batchId,
      ]);
  }

  test("a batch of completed, refused and canceled items ends once with every item counted, even when the worker is killed", async () => {
    engine.studio.behave(({ prompt }) => {
      if (prompt.startsWith("refused")) return { kind: "refuses", message: "No." };
      return { kind: prompt.startsWith("made") ? "instant" : "held" };
    });
    const prompts = Array.from({ length: 20 }, (_, index) =>
      index === 3 ? "refused" : index < 10 ? `made ${index}` : `held ${index}`,
    );

    const batchId = await order(prompts);
    await waitFor(batchId, ({ counts }) => counts["completed"] === 9 && counts["failed"] === 1);
    await engine.killWorker();
    await call("POST", `/v1/batches/${batchId}/cancel`);
    await engine.startWorker();

    const batch = await waitFor(batchId, hasEnded);
    expect(batch).toMatchObject({
      status: "canceled",
      counts: { items: 20, completed: 9, failed: 1, canceled: 10 },
      billing: {
        estimatedCredits: 20,
        heldCredits: 0,
        capturedCredits: 9,
        releasedCredits: 11,
      },
    });
    expect(batch.items.data[3]).toMatchObject({ status: "failed" });
    expect(batch.items.data[3]?.error?.code).toBeTypeOf("string");
    expect(batch.items.data.filter(({ output }) => output !== undefined)).toHaveLength(9);
    await expect
      .poll(async () => listEnds(batchId))
      .toMatchObject([
        { data: { status: "canceled", counts: { completed: 9, failed: 1, canceled: 10 } } },
      ]);
  }, 180_000);

  test("a batch completes each item once when its worker is killed halfway", async () => {
    engine.studio.behave(() => ({ kind: "polls", count: 2 }));

    const batchId = await order(Array.from({ length: 20 }, (_, index) => `fox ${index}`));
    await waitFor(batchId, ({ counts }) => (counts["completed"] ?? 0) > 3);
    await engine.killWorker();
    await engine.startWorker();

    const batch = await waitFor(batchId, hasEnded);
    expect(batch).toMatchObject({
      status: "completed",
      counts: { completed: 20 },
      billing: { heldCredits: 0, capturedCredits: 20, releasedCredits: 0 },
    });
    const made = batch.items.data.map(
      ({ jobId }) =>
        [...engine.studio.generations.keys()].filter((key) => key.startsWith(jobId)).length,
    );
    expect(made).toEqual(made.map(() => 1));
    expect(await listEnds(batchId)).toHaveLength(1);
  }, 180_000);
}

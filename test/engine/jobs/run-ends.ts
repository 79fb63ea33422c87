import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { advanceSignal } from "#domain/jobs/run-turn.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import type { JobView } from "#test/support/engine/engine.ts";
import type { JobEngine } from "#test/support/engine/job-engine.ts";
import { useFolder } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { openEventSource } from "#test/support/servers/event-source.ts";

const image = {
  kind: "generate",
  capability: "text-to-image",
  model: "studio-image",
  maxCredits: 1,
};

interface RunView extends JobView {
  readonly run: { readonly outputs: Record<string, unknown>; readonly steps: object[] };
  readonly question?: {
    readonly text: string;
    readonly options: { label: string; request: { path: string; body: object } }[];
  };
}

interface ShownEvent {
  readonly sequence: number;
  readonly type: string;
  readonly progress: { readonly percent: number };
  readonly step?: { readonly step: string; readonly status: string; readonly kind: string };
}

/** Following, waiting and ending of pipeline runs. */
export function runEndTests(engine: JobEngine): void {
  const folder = useFolder("gme-run-ends-");

  async function call<Answer = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const response = await engine.call(method, path, body);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer as Answer;
  }

  async function startRun(
    { steps, outputs, limits }: { steps: object; outputs: object; limits?: object },
    body: object = {},
  ): Promise<string> {
    const definition = { schemaVersion: 1, steps, outputs, ...(limits ? { limits } : {}) };
    const { pipelineId } = await call("POST", "/v1/pipelines", { name: "Ends", definition });
    const { jobId } = await call("POST", `/v1/pipelines/${String(pipelineId)}/runs`, body);
    return String(jobId);
  }

  async function end(runId: string): Promise<RunView> {
    return (await engine.waitForJob(runId)) as RunView;
  }

  test("a run is followed step by step, in its list of events as in its stream", async () => {
    engine.studio.behave(() => ({ kind: "instant" }));
    const steps = {
      first: { ...image, prompt: "a fox" },
      both: {
        kind: "map",
        over: "{{ range(2) }}",
        maxItems: 2,
        steps: { take: { ...image, after: ["first"], prompt: "fox {{ item }}" } },
        value: "{{ steps.take.output }}",
      },
    };

    const runId = await startRun({ steps, outputs: { both: "{{ steps.both.items }}" } });
    const source = await openEventSource(`${engine.url}/v1/jobs/${runId}/events`, {
      "x-api-key": engine.key,
    });
    await source.rest();

    const { data } = await call<{ data: ShownEvent[] }>(
      "GET",
      `/v1/jobs/${runId}/events?limit=100`,
    );
    expect(source.messages.map((message) => message.data)).toEqual(data);
    expect(data.map(({ sequence }) => sequence)).toEqual(data.map((_, index) => index + 1));
    const percents = data.map(({ progress }) => progress.percent);
    expect(percents).toEqual(percents.toSorted((left, right) => left - right));
    expect(data.at(-1)?.type).toBe("job.completed");
    const changes = data.flatMap(({ step }) => (step === undefined ? [] : step));
    const of = (key: string) => changes.filter(({ step }) => step === key);
    for (const [key, kind] of [
      ["first", "generate"],
      ["both", "map"],
      ["both[0].take", "generate"],
      ["both[1].take", "generate"],
    ]) {
      expect(of(key ?? "")).toMatchObject([
        { kind, status: "running" },
        { kind, status: "completed" },
      ]);
    }
    expect(of("first")).toMatchObject([
      { model: { id: "studio-image" }, credits: 1 },
      { credits: 1 },
    ]);
    expect(of("both[1]")).toMatchObject([{ kind: "item", status: "completed" }]);
  }, 180_000);

  test("a run goes on without the relay: the worker that ends a step's job signals it", async () => {
    engine.studio.behave(() => ({ kind: "held" }));
    const before = engine.studio.generations.size;
    const steps = {
      first: { ...image, prompt: "a fox" },
      second: { ...image, after: ["first"], prompt: "a hare" },
      third: { ...image, after: ["second"], prompt: "an owl" },
    };
    const runId = await startRun({ steps, outputs: { image: "{{ steps.third.output }}" } });
    await expect.poll(() => engine.studio.generations.size, { timeout: 60_000 }).toBe(before + 1);

    await engine.killApi();
    engine.studio.behave(() => ({ kind: "instant" }));
    engine.studio.release();

    const statusOf = async () => (await engine.orm.em.fork().findOneOrFail(Job, runId)).status;
    await expect.poll(statusOf, { timeout: 60_000 }).toBe("completed");
    await engine.startApi();
  }, 180_000);

  test("a run whose result names a file of another organization fails, and shows nothing of it", async () => {
    engine.studio.behave(() => ({ kind: "instant" }));
    const stranger = await createOrganization(engine.orm);
    const secretJob = await createQueuedJob(engine.orm, stranger);
    const secret = { jobId: secretJob, bytes: Buffer.from("secret"), contentType: "image/png" };
    const { outputId } = await finishJob(
      engine.orm,
      createDiskStorage(folder),
      stranger.organizationId,
      secret,
    );
    const forged = `([] + [{'outputId': '${outputId}', 'contentType': 'image/png'}])[0]`;
    const expression = `steps.own.output.contentType == 'image/png' ? ${forged} : steps.own.output`;
    const runId = await startRun({
      steps: { own: { ...image, prompt: "a fox" } },
      outputs: { image: `{{ ${expression} }}` },
    });

    const run = await end(runId);

    expect(run).toMatchObject({ status: "failed", error: { code: "expression_failed" } });
    expect(JSON.stringify(run)).not.toContain(`"outputId":"${outputId}"`);
    const content = await engine.call("GET", `/v1/jobs/${runId}/outputs/${outputId}/content`);
    expect(content.status).toBe(404);
  }, 120_000);

  test("a question ends the run, an answer resumes it without paying again, and a stop cancels it", async () => {
    engine.studio.behave(() => ({ kind: "instant" }));
    const steps = {
      draft: { ...image, prompt: "a draft" },
      check: { kind: "approve", question: "Is this right?", show: ["{{ steps.draft.output }}"] },
      final: { ...image, after: ["check"], prompt: "the final image" },
    };

    const asked = await end(
      await startRun({ steps, outputs: { image: "{{ steps.final.output }}" } }),
    );

    expect(asked).toMatchObject({
      status: "needs_input",
      question: { text: "Is this right?" },
      billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 1 },
    });
    const answer = async (label: string) => {
      const option = asked.question?.options.find((each) => each.label === label);
      if (option === undefined) throw new Error(`no option ${label}`);
      const { jobId } = await call<{ jobId: string }>(
        "POST",
        option.request.path,
        option.request.body,
      );
      return end(jobId);
    };
    expect(await answer("Yes")).toMatchObject({
      status: "completed",
      billing: { heldCredits: 0, capturedCredits: 1 },
      run: {
        steps: [
          { step: "draft", status: "reused" },
          { step: "check", status: "completed" },
          { step: "final", status: "completed" },
        ],
      },
    });
    expect(await answer("No")).toMatchObject({
      status: "canceled",
      billing: { heldCredits: 0, capturedCredits: 0 },
    });
  }, 180_000);

  test("a failed item fails its map, or is left out with onItemError: drop", async () => {
    engine.studio.behave(({ prompt }) =>
      prompt === "item 1" ? { kind: "refuses", message: "No." } : { kind: "instant" },
    );
    const of = (onItemError: string) => ({
      steps: {
        items: {
          kind: "map",
          over: "{{ range(3) }}",
          maxItems: 3,
          onItemError,
          steps: { take: { ...image, prompt: "item {{ item }}" } },
          value: "{{ steps.take.output }}",
        },
      },
      outputs: { items: "{{ steps.items.items }}" },
    });

    const [failed, dropped] = await Promise.all(
      ["fail", "drop"].map(async (onItemError) => end(await startRun(of(onItemError)))),
    );

    const items = { total: 3, completed: 2, failed: 1 };
    expect(failed).toMatchObject({
      status: "failed",
      error: { code: "provider_rejected", details: { step: "items[1].take" } },
      billing: { heldCredits: 0, capturedCredits: 2, releasedCredits: 1 },
      run: { steps: [{ status: "failed", items }] },
    });
    expect(dropped).toMatchObject({
      status: "completed",
      billing: { heldCredits: 0, capturedCredits: 2, releasedCredits: 1 },
      run: { steps: [{ status: "completed", items }] },
    });
    expect(dropped?.run.outputs["items"]).toHaveLength(2);
  }, 180_000);

  test("the timeout of a step fails it, and that of the run ends the run; both cancel the jobs", async () => {
    engine.studio.behave(() => ({ kind: "polls", count: 10_000 }));
    const outputs = { image: "{{ steps.slow.output }}" };
    const slow = { ...image, prompt: "a slow image" };

    const client = await engine.connectTemporal();
    const runIds = await Promise.all([
      startRun({ steps: { slow: { ...slow, timeoutSeconds: 10 } }, outputs }),
      startRun({ steps: { slow }, outputs }),
    ]);
    const [, late] = runIds;
    const isRunning = async () =>
      engine.orm.em.fork().count(Job, { runId: late, status: "processing" });
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(1);
    await engine.orm.em.fork().nativeUpdate(PipelineRun, late, { deadlineAt: new Date() });
    await client.workflow.getHandle(`job/${late}`).signal(advanceSignal);
    const [ofStep, ofRun] = await Promise.all(runIds.map(end));

    expect(ofStep).toMatchObject({
      status: "failed",
      error: { code: "step_timed_out", details: { step: "slow" } },
      billing: { heldCredits: 0, capturedCredits: 0 },
    });
    expect(ofRun).toMatchObject({
      status: "failed",
      error: { code: "run_timed_out" },
      billing: { heldCredits: 0, capturedCredits: 0 },
    });
    const jobs = await engine.orm.em.fork().find(Job, { runId: { $in: runIds } });
    expect(jobs.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  }, 180_000);
}

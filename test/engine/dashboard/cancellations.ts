import { expect, onTestFinished, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { type Dashboard } from "#test/support/dashboard/dashboard.ts";

const endMs = 120_000;
const image = { capability: "text-to-image", prompt: "a red fox" };
const definition = {
  schemaVersion: 1,
  steps: {
    image: { kind: "generate", ...image, parameters: { width: 256, height: 256 } },
    copy: {
      kind: "transform",
      operation: "convert",
      inputs: ["{{ steps.image.output }}"],
      parameters: { format: "webp" },
    },
  },
  outputs: { image: "{{ steps.copy.output }}" },
};

/** Canceled runs and batches. */
export function cancellationJourneys(dashboard: Dashboard): void {
  test(
    "a run is canceled without a charge, and continues to its result",
    async () => {
      const watched = await dashboard.open();
      const { page } = watched;
      const dialog = page.getByRole("dialog");
      const pipeline = { name: "Small image", definition };
      const { pipelineId } = await call<{ pipelineId: string }>("/v1/pipelines", pipeline);
      await dashboard.signIn(page);
      const resumeWorker = pauseWorker();

      await page.goto(`/pipelines/${pipelineId}`);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await dialog.getByRole("button", { name: /^Run · 1 credit/ }).click();
      await page.getByRole("button", { name: "Cancel job" }).click();
      await dialog.getByRole("button", { name: "Cancel job" }).click();
      await dialog.waitFor({ state: "detached" });
      resumeWorker();
      await page.getByRole("button", { name: "Continue from here" }).click({ timeout: endMs });
      await dialog.getByRole("button", { name: /^Run · 1 credit/ }).click();
      await page.getByText("Continues an earlier run").waitFor();
      await page.getByRole("heading", { name: "Results" }).waitFor({ timeout: endMs });

      const runs = await dashboard.engine.orm.em.fork().find(Job, { pipelineId, runId: null });
      expect(runs.map(({ status }) => status).toSorted()).toEqual(["canceled", "completed"]);
      watched.expectClean();
      await watched.close();
    },
    endMs * 3,
  );

  test(
    "selected jobs of a batch are canceled together, then the batch: what is queued ends without a charge",
    async () => {
      const watched = await dashboard.open();
      const { page } = watched;
      await dashboard.signIn(page);
      const resumeWorker = pauseWorker();
      const items = Array.from({ length: 12 }, (_, seed) => ({ ...image, parameters: { seed } }));
      const { batchId } = await call<{ batchId: string }>("/v1/batches", { items });

      const dialog = page.getByRole("dialog");
      await page.goto("/jobs?status=queued");
      const boxes = page.getByRole("checkbox", { name: "Select a red fox" });
      await boxes.nth(11).waitFor();
      await page.getByRole("checkbox", { name: "Select all shown jobs" }).check();
      await boxes.first().uncheck();
      expect(await watched.findAccessFaults()).toEqual([]);
      await page.getByRole("button", { name: "Clear selection" }).click();
      for (const index of [0, 1]) {
        await boxes.nth(index).focus();
        await page.keyboard.press("Space");
      }
      await page.getByRole("button", { name: "Cancel 2 jobs" }).click();
      expect(await watched.findAccessFaults()).toEqual([]);
      await dialog.getByRole("button", { name: "Cancel 2 jobs" }).click();
      await dialog.getByText("2 jobs were canceled.").waitFor();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      expect(await jobsOf(batchId, "canceled")).toHaveLength(2);

      await page.goto(`/batches/${batchId}`);
      await page.getByRole("button", { name: "Cancel batch" }).click();
      await dialog.getByRole("button", { name: "Cancel job" }).click();
      resumeWorker();
      await page.getByText("12 of 12 have ended").waitFor({ timeout: endMs });

      expect(await jobsOf(batchId, "canceled")).toHaveLength(items.length);
      watched.expectClean();
      await watched.close();
    },
    endMs * 2,
  );

  async function jobsOf(batchId: string, status: Job["status"]): Promise<Job[]> {
    return dashboard.engine.orm.em.fork().find(Job, { batchId, status });
  }

  /** Nothing queued begins until the returned function is called. */
  function pauseWorker(): () => void {
    const { pid } = dashboard.worker.process.identity;
    const resume = () => void process.kill(pid, "SIGCONT");
    process.kill(pid, "SIGSTOP");
    onTestFinished(resume);
    return resume;
  }

  async function call<Response>(path: string, body: object): Promise<Response> {
    const response = await dashboard.engine.call("POST", path, body);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Response;
  }
}

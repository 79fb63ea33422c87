import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import type { JobView } from "#test/support/engine/engine.ts";
import type { StudioEngine } from "#test/support/engine/studio-engine.ts";

import narratedClip from "../../../catalog/pipelines/narrated-clip.v1.json" with { type: "json" };
import productShots from "../../../catalog/pipelines/product-shots.v2.json" with { type: "json" };
import turntable from "../../../catalog/pipelines/turntable.v1.json" with { type: "json" };

interface RunView extends JobView {
  readonly run: {
    readonly outputs: Record<string, { readonly outputId: string }>;
    readonly steps: readonly { readonly step: string; readonly status: string }[];
  };
  readonly outputs: readonly { readonly outputId: string; readonly contentType: string }[];
}

/** The template, with takes of one second. */
const shortClip = {
  ...narratedClip,
  steps: {
    ...narratedClip.steps,
    shots: {
      ...narratedClip.steps.shots,
      steps: {
        take: {
          ...narratedClip.steps.shots.steps.take,
          parameters: { width: 192, height: 128, durationSeconds: 1 },
        },
      },
    },
  },
};

/** Pipelines that edit files. */
export function pipelineTests(engine: StudioEngine): void {
  test("a narrated clip whose worker is killed during an operation completes with one hold and one charge", async () => {
    const pipelineId = await createPipeline(shortClip);
    const inputs = { topic: "volcanoes", seconds: 10, narration: "Rock melts, rises and erupts." };
    const told = await call("POST", `/v1/pipelines/${pipelineId}/runs`, { inputs, dryRun: true });
    expect(told).toMatchObject({ price: { minCredits: 5, maxCredits: 5 }, warnings: [] });
    expect(told["expectedSeconds"]).toBeGreaterThan(0);
    const made = await countGenerations().catch(() => 0);

    const runId = await startRun(pipelineId, { inputs, maxCredits: 5 });
    await expect
      .poll(async () => (await listStepJobs(runId)).some(({ runStep }) => runStep === "film"), {
        timeout: 120_000,
      })
      .toBe(true);
    await engine.killWorker();
    await engine.startWorker();

    const run = await waitForRun(runId);
    expect(run).toMatchObject({
      status: "completed",
      billing: { heldCredits: 0, capturedCredits: 5, releasedCredits: 0 },
    });
    const jobs = await listStepJobs(runId);
    expect(jobs.map(({ runStep, credits }) => [runStep, credits])).toEqual([
      ["captioned", 0],
      ["clip", 0],
      ["film", 0],
      ["shots[0].take", 2],
      ["shots[1].take", 2],
      ["voice", 1],
    ]);
    expect(await countGenerations()).toBe(made + jobs.length);
    expect(run.outputs.map(({ contentType }) => contentType)).toEqual(["video/mp4", "audio/wav"]);
  }, 300_000);

  test("the job of an operation names it, has no capability, costs nothing and is not retried alone", async () => {
    const [clip] = await engine.orm.em.fork().find(Job, { runStep: "clip" });
    const path = `/v1/jobs/${clip?.id}`;

    const job = await call("GET", path);

    expect(job).toMatchObject({
      status: "completed",
      model: { id: "studio-media" },
      request: {
        contentType: "video",
        operation: { name: "mux", parameters: { length: "audio", fit: "loop" } },
        inputs: [{ kind: "video" }, { kind: "audio" }],
      },
      billing: {
        estimatedCredits: 0,
        capturedCredits: 0,
        reason: "Media operations cost nothing.",
      },
    });
    expect(job["request"]).not.toHaveProperty("capability");
    expect((await engine.call("POST", `${path}/retry`, {})).status).toBe(422);
  }, 60_000);

  test("product shots are cut to each ratio and laid out on a sheet", async () => {
    const pipelineId = await createPipeline(productShots);
    const photo = await createPhoto();

    const run = await waitForRun(
      await startRun(pipelineId, { inputs: { photo, ratios: ["1:1", "16:9"] } }),
    );

    expect(run).toMatchObject({ status: "completed", billing: { capturedCredits: 2 } });
    expect(run.outputs.map(({ contentType }) => contentType)).toEqual([
      "image/png",
      "image/png",
      "image/png",
    ]);
    expect(run.run.outputs["shots"]).toMatchObject([
      { width: 64, height: 64 },
      { width: 96, height: 54 },
    ]);
  }, 300_000);

  test("a turntable films the model of a step, or an uploaded one", async () => {
    const { spin } = turntable.steps;
    const size = { width: 96, height: 96 };
    const small = { ...spin, parameters: { ...spin.parameters, ...size } };
    const pipelineId = await createPipeline({
      ...turntable,
      steps: { ...turntable.steps, spin: small },
    });
    const inputs = { sentence: "a wooden chair", seconds: 2 };
    const run = await waitForRun(await startRun(pipelineId, { inputs }));
    expect(run).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
    expect(run.outputs.map(({ contentType }) => contentType)).toEqual([
      "video/mp4",
      "model/gltf-binary",
      "image/png",
    ]);

    const { outputId } = run.run.outputs["model"] ?? {};
    const { assetId } = await call("POST", "/v1/assets", { outputId });
    const again = await createPipeline({
      schemaVersion: 1,
      inputs: { model: { type: "model" } },
      steps: {
        spin: { ...small, inputs: ["{{ inputs.model }}"], parameters: { ...size, seconds: 1 } },
      },
      outputs: { film: "{{ steps.spin.output }}" },
    });

    expect(
      await waitForRun(await startRun(again, { inputs: { model: { assetId } } })),
    ).toMatchObject({
      status: "completed",
      billing: { capturedCredits: 0 },
      outputs: [{ contentType: "video/mp4", durationSeconds: 1 }],
    });
  }, 300_000);

  test("a failed operation fails its run without a charge for the rest, and a resume reuses the others", async () => {
    const image = {
      kind: "generate",
      capability: "text-to-image",
      model: "studio-image",
      prompt: "a fox",
      parameters: { width: 96, height: 64 },
    };
    const pipelineId = await createPipeline({
      schemaVersion: 1,
      inputs: { x: { type: "integer" } },
      steps: {
        cover: image,
        half: {
          kind: "transform",
          operation: "resize",
          inputs: ["{{ steps.cover.output }}"],
          parameters: { width: 48 },
        },
        // A value that the inputs decide would be refused before the run.
        left: { kind: "value", value: "{{ inputs.x }}" },
        part: {
          kind: "transform",
          operation: "crop",
          inputs: ["{{ steps.half.output }}"],
          parameters: { box: { x: "{{ steps.left.value }}", y: 0, width: 16, height: 16 } },
        },
        last: { ...image, after: ["part"] },
      },
      outputs: { part: "{{ steps.part.output }}", last: "{{ steps.last.output }}" },
    });

    // Refused by the engine, then by studio, which knows the size of the image.
    const refused = await waitForRun(await startRun(pipelineId, { inputs: { x: -1 } }));
    expect(refused).toMatchObject({
      status: "failed",
      error: {
        code: "request_invalid",
        message: expect.stringContaining("parameters.box.x"),
        details: { step: "part" },
      },
      billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 1 },
    });
    const rejected = await waitForRun(
      await startRun(pipelineId, { resumeFrom: refused.jobId, inputs: { x: 5_000 } }),
    );
    expect(rejected).toMatchObject({
      status: "failed",
      error: {
        code: "provider_rejected",
        details: { step: "part", reason: expect.stringContaining("box") },
      },
      billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
    });

    const runId = await startRun(pipelineId, { resumeFrom: rejected.jobId, inputs: { x: 8 } });

    expect(await waitForRun(runId)).toMatchObject({
      status: "completed",
      billing: { heldCredits: 0, capturedCredits: 1 },
      run: {
        steps: [
          { step: "cover", status: "reused" },
          { step: "half", status: "reused" },
          { step: "left", status: "completed" },
          { step: "part", status: "completed" },
          { step: "last", status: "completed" },
        ],
      },
    });
    expect((await listStepJobs(runId)).map(({ runStep }) => runStep)).toEqual(["last", "part"]);
  }, 300_000);

  test("every command of the tutorial works as it says", async () => {
    const { blocks, refusal } = await readTutorial();
    const [write, check, correct, price, start, look, question, answer] = blocks;
    // A reader starts the changed pipeline with another key.
    const again = start?.replaceAll("fox-1", "fox-2");
    const shown = await runCommands([
      write,
      check,
      correct,
      price,
      start,
      look,
      question,
      again,
      answer,
    ]);
    const json = (ordinal: number): unknown => JSON.parse(shown[ordinal] ?? "");

    expect(json(1)).toMatchObject({ status: 422, errors: [refusal] });
    expect(json(3)).toMatchObject({ outcome: "priced", price: { maxCredits: 2 } });
    // The events are followed until the run ends, as a reader does before the next command.
    expect(shown[4]).toContain("event: job.completed");
    const changed = await waitForRun((json(5) as { jobId: string }).jobId);
    expect(changed).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
    expect(changed.run.steps).toContainEqual(
      expect.objectContaining({ step: "voice", status: "reused" }),
    );
    expect(json(6)).toMatchObject({ latestVersion: 2 });
    expect(shown[7]).toContain("event: job.needs_input");
    const film = await waitForRun((json(8) as { jobId: string }).jobId);
    expect(film).toMatchObject({ status: "completed", billing: { capturedCredits: 0 } });
    expect(film.outputs.map(({ contentType }) => contentType)).toEqual(["video/mp4"]);
  }, 240_000);

  /** Runs the commands in one shell and returns what each of them prints. */
  async function runCommands(commands: readonly (string | undefined)[]): Promise<string[]> {
    const separator = "=== next ===";
    const script = commands.map((command) => `${command}\necho "${separator}"`).join("\n");
    const { stdout } = await promisify(execFile)("bash", ["-eu", "-c", script], {
      cwd: engine.studioFolder,
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
        API: engine.url,
        API_KEY: engine.key,
      },
      timeout: 200_000,
    });
    return stdout.split(separator);
  }

  async function call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> {
    const response = await engine.call(method, path, body);
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  }

  async function createPipeline(definition: unknown): Promise<string> {
    const { pipelineId } = await call("POST", "/v1/pipelines", { name: "Test", definition });
    return String(pipelineId);
  }

  async function startRun(pipelineId: string, body: object): Promise<string> {
    const { jobId } = await call("POST", `/v1/pipelines/${pipelineId}/runs`, body);
    return String(jobId);
  }

  async function waitForRun(runId: string): Promise<RunView> {
    return (await engine.waitForJob(runId)) as RunView;
  }

  async function listStepJobs(runId: string): Promise<Job[]> {
    return engine.orm.em.fork().find(Job, { runId }, { orderBy: { runStep: "asc" } });
  }

  async function countGenerations(): Promise<number> {
    return (await readdir(join(engine.studioFolder, "generations"))).length;
  }

  /** Creates an image with one credit and keeps it as an asset. */
  async function createPhoto(): Promise<{ assetId: string }> {
    const parameters = { width: 96, height: 64 };
    const body = { capability: "text-to-image", prompt: "a red cup", parameters };
    const { jobId } = await call("POST", "/v1/generations", body);
    const [output] = (await waitForRun(String(jobId))).outputs;
    const { assetId } = await call("POST", "/v1/assets", { outputId: output?.outputId });
    return { assetId: String(assetId) };
  }
}

/** The shell commands of the tutorial, and the problem that it shows. */
async function readTutorial(): Promise<{ blocks: string[]; refusal: unknown }> {
  const page = await readFile("docs/pipeline-tutorial.md", "utf8");
  const find = (language: string) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"))].map(
      ([, text = ""]) => text,
    );
  const blocks = find("sh").map((block) => block.replaceAll(/^export API.*\n/gm, ""));
  return { blocks, refusal: JSON.parse(find("json")[0] ?? "") };
}

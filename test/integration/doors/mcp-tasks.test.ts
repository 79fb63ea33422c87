import { resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";
import { describe, expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { savePreview } from "#db/jobs/previews.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob, until } from "#test/support/jobs/finished-jobs.ts";
import { connectMcp, openTaskSession, postMessage, textOf } from "#test/support/mcp/mcp-clients.ts";
import { pngOf } from "#test/support/media.ts";

const database = useDatabase();
const api = useApi(database, { settings: { mcpConfirmCredits: 1 } });
const owner = useOrganization(database);

const connection = () => ({ url: `${api.url}/mcp`, key: owner.key });

async function finish(jobId: string): Promise<string> {
  const file = { jobId, bytes: pngOf(3_000), contentType: "image/png" };
  const { outputId } = await finishJob(database.orm, api.storage, owner.organizationId, file);
  await savePreview(database.orm.em.fork(), outputId, { variants: [] });
  return outputId;
}

async function findJob(jobId: string): Promise<Job> {
  return database.orm.em.fork().findOneOrFail(Job, { id: jobId });
}

/** Price below the limit at which the person is asked. */
const cheap = { message: "a red fox", max_credits: 5 };

describe("a client with the tasks extension", () => {
  test("gets the job as a task at once, follows it, and gets the result of the tool", async () => {
    const { client, session } = await openTaskSession(connection());
    const execution = await session.callTool("generate", cheap);
    let jobId = "";
    const settled = execution.settle({
      onEvent(event) {
        if (event.type === "task") jobId = event.task.taskId;
      },
    });
    await until(() => jobId !== "");
    const outputId = await finish(jobId);
    const { outcome } = await settled;
    const result = resultFromTaskOutcome(outcome) as Parameters<typeof textOf>[0];
    await session.close();
    await client.close();

    expect(outcome.task?.raw).toMatchObject({ ttlMs: 90 * 86_400_000, pollIntervalMs: 2_000 });
    expect(textOf(result)).toContain(outputId);
  });

  test("cancels the job with the task", async () => {
    const { client, session } = await openTaskSession(connection());
    const execution = await session.callTool("generate", cheap);
    let jobId = "";
    const settled = execution.settle({
      onEvent(event) {
        if (event.type === "task") jobId = event.task.taskId;
      },
    });
    await until(() => jobId !== "");
    await execution.cancel();
    const { outcome } = await settled;
    await session.close();
    await client.close();

    expect(outcome.status).toBe("cancelled");
    expect((await findJob(jobId)).status).toBe("canceled");
  });

  test("does not see tasks of other organizations", async () => {
    const jobId = await createQueuedJob(database.orm, await createOrganization(database.orm));
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
      const message = { method, params: { taskId: jobId }, hasTasks: true };
      const response = await postMessage(connection(), message);

      expect(await response.json()).toMatchObject({
        error: { code: -32_602, data: { code: "outside_organization" } },
      });
    }
    expect((await findJob(jobId)).status).toBe("queued");
  });

  test("cancels a task that has ended without an error", async () => {
    const jobId = await createQueuedJob(database.orm, owner);
    await requestCancel(database.orm.em.fork(), { jobId, organizationId: owner.organizationId });
    const send = async (method: string) =>
      postMessage(connection(), { method, params: { taskId: jobId }, hasTasks: true });
    const canceled = await send("tasks/cancel");
    const got = await send("tasks/get");

    expect(await canceled.json()).toMatchObject({ result: { resultType: "complete" } });
    expect(await got.json()).toMatchObject({ result: { taskId: jobId, status: "cancelled" } });
  });
});

test("a client without the tasks extension learns that the methods of tasks need it", async () => {
  const jobId = await createQueuedJob(database.orm, owner);
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    const response = await postMessage(connection(), { method, params: { taskId: jobId } });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: -32_021,
        data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
      },
    });
  }
  expect((await findJob(jobId)).status).toBe("queued");
});

test.each(["2025", "2026"] as const)("progress reaches a client of the %s era", async (era) => {
  const client = await connectMcp(connection(), era);
  const messages: string[] = [];
  const made = client.callTool(
    { name: "generate", arguments: cheap },
    { onprogress: ({ message = "" }) => messages.push(message) },
  );
  await until(() => messages.length > 0);
  const [jobId = ""] = messages.map((message) => message.split(":")[0]);
  await finish(jobId);
  const result = await made;
  await client.close();

  expect(messages[0]).toMatch(/^job_[\w-]+: waiting/);
  expect(textOf(result)).toContain(`${jobId} is completed`);
});

describe("a price above the limit", () => {
  const dear = { capability: "text-to-video", prompt: "waves", parameters: { durationSeconds: 5 } };

  test("is asked as text of a client without forms, and max_credits is the consent", async () => {
    const client = await connectMcp(connection(), "2025");
    const asked = await client.callTool({ name: "generate", arguments: dear });
    const { credits } = asked.structuredContent as { credits: number };
    const agreed = await client.callTool({
      name: "generate",
      arguments: { ...dear, max_credits: credits, wait_seconds: 0 },
    });
    await client.close();

    expect(textOf(asked)).toContain(`call generate again with max_credits ${credits}`);
    expect(textOf(agreed)).toMatch(/^job_/);
  });

  test.each([
    ["accept", true],
    ["accept", false],
    ["decline", true],
  ] as const)("is asked with a form: %s %s", async (action, confirm) => {
    const client = await connectMcp(connection(), "2026", { elicitation: { form: {} } });
    const questions: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      questions.push(params.message);
      return { action, ...(action === "accept" ? { content: { confirm } } : {}) };
    });
    const args = { ...dear, wait_seconds: 0 };
    const result = await client.callTool({ name: "generate", arguments: args });
    await client.close();

    expect(questions).toEqual([expect.stringMatching(/credits with .*Make it\?$/)]);
    if (action === "accept" && confirm) {
      const { jobId } = result.structuredContent as { jobId: string };
      const { request, credits } = await findJob(jobId);
      expect(request.estimateId).toMatch(/^est_/);
      expect(questions[0]).toContain(`${credits} credits`);
    } else {
      expect(result.structuredContent).toEqual({ outcome: "declined" });
    }
  });

  test("cannot be agreed to with a state that was not signed", async () => {
    const response = await postMessage(connection(), {
      method: "tools/call",
      params: {
        name: "generate",
        arguments: dear,
        inputResponses: { confirm: { action: "accept", content: { confirm: true } } },
        requestState: "v1.e30.AAAA",
      },
    });

    expect(await response.json()).toMatchObject({
      error: { data: { reason: "invalid_request_state" } },
    });
  });
});

describe("an unclear message", () => {
  const unclear = { message: "something with a red fox" };

  test("leads to a question as text, and makes no job", async () => {
    const client = await connectMcp(connection(), "2025");
    const result = await client.callTool({ name: "generate", arguments: unclear });
    await client.close();

    expect(result.structuredContent).toMatchObject({ outcome: "needs_input" });
    expect(textOf(result)).toMatch(/^Nothing was made yet\. Ask the person: /);
  });

  test("is asked with a form, then its price, and the job is what was chosen", async () => {
    const client = await connectMcp(connection(), "2026", { elicitation: { form: {} } });
    const forms: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      forms.push(params.message);
      const content = forms.length === 1 ? { choice: "Video" } : { confirm: true };
      return { action: "accept", content };
    });
    const args = { ...unclear, wait_seconds: 0 };
    const result = await client.callTool({ name: "generate", arguments: args });
    await client.close();

    expect(forms).toEqual([
      "Should this become an image, a video, speech or a 3D model?",
      expect.stringContaining("(text-to-video)"),
    ]);
    const { jobId } = result.structuredContent as { jobId: string };
    expect(await findJob(jobId)).toMatchObject({
      capability: "text-to-video",
      request: { prompt: "a red fox" },
    });
  });
});

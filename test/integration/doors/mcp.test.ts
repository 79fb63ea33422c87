import { setTimeout as delay } from "node:timers/promises";

import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, test, vi } from "vitest";

import { Job } from "#db/entities/job.ts";
import { Preview } from "#db/entities/preview.ts";
import { savePreview } from "#db/jobs/previews.ts";
import { previewKey } from "#domain/jobs/preview.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob, until } from "#test/support/jobs/finished-jobs.ts";
import { chunksOf } from "#test/support/jobs/storage-promises.ts";
import { connectMcp, type Era, postMessage, textOf } from "#test/support/mcp/mcp-clients.ts";
import { pngOf } from "#test/support/media.ts";

const database = useDatabase();
const api = useApi(database);
const apiWithoutPreviews = useApi(database, { settings: { hasPreviews: false } });
const owner = useOrganization(database);

const posterBytes = Buffer.from("a small image");

const connection = () => ({ url: `${api.url}/mcp`, key: owner.key });

async function call(
  era: Era,
  name: string,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const client = await connectMcp(connection(), era);
  try {
    return await client.callTool({ name, arguments: args });
  } finally {
    await client.close();
  }
}

/** The newest job of the organization, as soon as it exists. */
async function nextJob(known: readonly string[]): Promise<string> {
  let found: string | undefined;
  await until(async () => {
    found = (await listJobIds()).find((id) => !known.includes(id));
    return found !== undefined;
  });
  return found as string;
}

async function listJobIds(): Promise<string[]> {
  const { organizationId } = owner;
  const jobs = await database.orm.em
    .fork()
    .find(Job, { organizationId }, { orderBy: { id: "desc" } });
  return jobs.map(({ id }) => id);
}

/** Ends a job as a worker does, with its preview. */
async function finish(jobId: string, organizationId = owner.organizationId): Promise<string> {
  const { orm } = database;
  const file = { jobId, bytes: pngOf(3_000), contentType: "image/png" };
  const { outputId } = await finishJob(orm, api.storage, organizationId, file);
  const em = orm.em.fork();
  const { storageKey } = await em.findOneOrFail(Preview, { fileId: outputId });
  const poster = chunksOf(posterBytes);
  await api.storage.write(previewKey(storageKey, "poster"), poster, { bytesMax: 1_000 });
  await savePreview(em, outputId, { variants: ["poster"] });
  return outputId;
}

/** Calls `generate` and ends its job in the meantime. */
async function make(
  era: Era,
  args: Record<string, unknown>,
): Promise<{ jobId: string; outputId: string; result: CallToolResult }> {
  const known = await listJobIds();
  const made = call(era, "generate", args);
  const jobId = await nextJob(known);
  const outputId = await finish(jobId);
  return { jobId, outputId, result: await made };
}

async function creditsLeft(): Promise<number> {
  const response = await api.call("/v1/credits", { key: owner.key });
  return ((await response.json()) as { available: number }).available;
}

describe.each(["2025", "2026"] as const)("a client of the %s era", (era) => {
  test("lists the eight tools", async () => {
    const client = await connectMcp(connection(), era);
    const { tools } = await client.listTools();
    await client.close();

    expect(tools.map(({ name }) => name)).toEqual([
      "generate",
      "estimate",
      "get_job",
      "cancel_job",
      "list_jobs",
      "list_models",
      "get_model",
      "add_file",
    ]);
  });

  test("makes an image: text with the URL first, then the link and a preview", async () => {
    const { jobId, outputId, result } = await make(era, { message: "a red fox" });

    expect(result.isError).toBeUndefined();
    expect(result.content.map(({ type }) => type)).toEqual(["text", "resource_link", "image"]);
    expect(textOf(result)).toContain(`${jobId} is completed (text-to-image, studio-`);
    expect(textOf(result)).toContain(`/files/${outputId}?`);
    expect(result.content[1]).toMatchObject({
      uri: `gme://jobs/${jobId}/outputs/${outputId}`,
      mimeType: "image/png",
      size: 3_000,
    });
    expect(result.content[2]).toMatchObject({
      mimeType: "image/webp",
      data: posterBytes.toString("base64"),
    });
    expect(result.structuredContent).toMatchObject({
      jobId,
      status: "completed",
      outputs: [{ outputId }],
    });
    const job = await database.orm.em.fork().findOneOrFail(Job, { id: jobId });
    expect(job).toMatchObject({ door: "mcp", apiKeyId: owner.keyId });
  });

  test("reads an output", async () => {
    const { jobId, outputId } = await make(era, { capability: "text-to-image", prompt: "a fox" });
    const client = await connectMcp(connection(), era);
    const uri = `gme://jobs/${jobId}/outputs/${outputId}`;
    const { contents } = await client.readResource({ uri });
    await client.close();

    expect(contents).toMatchObject([{ uri, mimeType: "image/png", blob: expect.any(String) }]);
  });
});

test("generate responds before its result, and get_job goes on waiting", async () => {
  const known = await listJobIds();
  const asked = await call("2026", "generate", { message: "a red fox", wait_seconds: 0 });
  const jobId = await nextJob(known);
  const waiting = call("2026", "get_job", { job_id: jobId });
  await finish(jobId);

  expect(textOf(asked)).toMatch(new RegExp(`^${jobId} is not done yet .*Call get_job`));
  expect(textOf(await waiting)).toContain(`${jobId} is completed`);
});

test("get_job leaves the preview out on request", async () => {
  const { jobId } = await make("2026", { message: "a red fox" });

  const result = await call("2026", "get_job", { job_id: jobId, preview: "none" });

  expect(result.content.map(({ type }) => type)).toEqual(["text", "resource_link"]);
});

test("a result waits for its preview only where workers make previews", async () => {
  const jobId = await createQueuedJob(database.orm, owner);
  const file = { jobId, bytes: pngOf(3_000), contentType: "image/png" };
  await finishJob(database.orm, api.storage, owner.organizationId, file);
  const countReads = async (url: string) => {
    const log = vi.spyOn(database.orm.config.getLogger(), "logQuery");
    const client = await connectMcp({ ...connection(), url: `${url}/mcp` }, "2026");
    const result = await client.callTool({ name: "get_job", arguments: { job_id: jobId } });
    const reads = log.mock.calls.filter(([{ query }]) => query?.includes(`from "previews"`));
    log.mockRestore();
    await client.close();
    expect(result.content.map(({ type }) => type)).toEqual(["text", "resource_link"]);
    return reads.length;
  };

  expect(await countReads(api.url)).toBeGreaterThan(1);
  expect(await countReads(apiWithoutPreviews.url)).toBe(1);
});

test("an output is an input of the next order, by its id or by the URI of its link", async () => {
  const { jobId, outputId } = await make("2026", { message: "a red fox" });
  const order = { capability: "image-to-image", prompt: "in winter", wait_seconds: 0 };
  const uri = `gme://jobs/${jobId}/outputs/${outputId}`;

  for (const input of [{ outputId }, { url: uri }]) {
    const args = { ...order, inputs: [{ kind: "image", ...input }] };
    const result = await call("2026", "generate", args);

    const { jobId: next } = result.structuredContent as { jobId: string };
    const job = await database.orm.em.fork().findOneOrFail(Job, { id: next });
    expect(job.request.inputs).toMatchObject([
      { kind: "image", url: expect.stringContaining(outputId) },
    ]);
  }
});

test("cancel_job cancels, and list_jobs finds", async () => {
  const asked = await call("2026", "generate", { message: "a blue whale", wait_seconds: 0 });
  const { jobId } = asked.structuredContent as { jobId: string };
  const canceled = await call("2026", "cancel_job", { job_id: jobId });
  const listed = await call("2026", "list_jobs", { status: "canceled", limit: 1 });

  expect(textOf(canceled)).toContain(`${jobId} is canceled`);
  expect(textOf(listed)).toContain(`${jobId} canceled`);
  expect(textOf(listed)).toContain("a blue whale");
});

test("models are listed by capability and described one by one", async () => {
  const listed = await call("2026", "list_models", { capability: "text-to-image" });
  const described = await call("2026", "get_model", { model: "studio-image" });

  expect(textOf(listed)).toMatch(/^studio-image \(.*text-to-image.*credit/m);
  expect(JSON.parse(textOf(described))).toMatchObject({
    id: "studio-image",
    input: { parameters: { properties: expect.any(Object) } },
  });
});

describe("a mistake", () => {
  test("in the arguments is a result that names every problem", async () => {
    const result = await call("2026", "generate", { messages: "a fox", wait_seconds: 90 });

    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("request_invalid");
    expect(textOf(result)).toContain("/messages: Unknown field: messages");
    expect(textOf(result)).toContain("/wait_seconds: ");
  });

  test("in the order is a result that names the argument", async () => {
    const limit = await call("2026", "generate", { message: "a red fox", max_credits: 0 });
    const model = await call("2026", "estimate", { message: "a red fox", model: "studio-imag" });
    const nothing = await call("2026", "estimate", {});

    expect(textOf(limit)).toContain("/max_credits: ");
    expect(textOf(model)).toContain("studio-image");
    expect(textOf(nothing)).toContain("/message: Send message, or capability with prompt.");
  });

  test("in the job's id is a result with the remedy", async () => {
    const result = await call("2025", "get_job", { job_id: "job_x" });

    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "job_not_found", retryable: false } },
    });
  });

  test("never sends a language model to an endpoint, which it cannot call", async () => {
    const url = "http://127.0.0.1:1/fox.png";
    const inputs = [{ kind: "image", url }];
    const order = { capability: "image-to-image", prompt: "as a drawing", inputs };
    const results = [
      await call("2026", "generate", order),
      await call("2026", "get_model", { model: "no-such-model" }),
      await call("2025", "get_job", { job_id: "job_x" }),
    ];
    for (const result of results) {
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain("/v1/");
    }
    expect(textOf(results[0] ?? { content: [] })).toContain("add_file");
    expect(textOf(results[1] ?? { content: [] })).toContain("list_models");
  });

  test("of an unknown tool is an error of the protocol", async () => {
    await expect(call("2026", "make_coffee", {})).rejects.toThrow("make_coffee");
  });
});

test("no argument makes a tool fail without a code that says why", async () => {
  const hostile: readonly Record<string, unknown>[] = [
    {},
    { job_id: "" },
    { job_id: "x".repeat(5_000) },
    { model: "../../etc" },
    { url: "javascript:alert(1)" },
    { url: `data:image/png;base64,${"A".repeat(10_000)}` },
    { url: "http://[::1]:1/x", name: "\u202e\n" },
    { cursor: "x.y" },
    { limit: 1e9 },
    { capability: "no-such-thing", prompt: 7 },
    { message: "x".repeat(40_000) },
    { message: "a fox", inputs: [{ kind: "image" }] },
    { message: "a fox", inputs: [{ kind: "image", url: "x", assetId: "y", outputId: "z" }] },
    { message: "a fox", inputs: [{ kind: "image", outputId: "out_none" }] },
    { message: "a fox", inputs: [{ kind: "image", url: "gme://jobs/a/outputs/b" }] },
    { capability: "text-to-image", prompt: "x", parameters: { constructor: { a: [[[[]]]] } } },
    JSON.parse('{"__proto__": {"message": "a fox"}}') as Record<string, unknown>,
  ];
  const client = await connectMcp(connection(), "2026");
  for (const { name } of (await client.listTools()).tools) {
    for (const given of hostile) {
      const result = await client.callTool({ name, arguments: { ...given } });

      const { error } = (result.structuredContent ?? {}) as { error?: { code: string } };
      expect(result.isError === true).toBe(error !== undefined);
      expect(["internal", "unavailable"]).not.toContain(error?.code);
    }
  }
  await client.close();
});

test("a job of another organization stays hidden", async () => {
  const other = await createOrganization(database.orm);
  const jobId = await createQueuedJob(database.orm, other);

  for (const name of ["get_job", "cancel_job"]) {
    const result = await call("2026", name, { job_id: jobId });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "outside_organization" } },
    });
  }
});

test("a key without the permission gets a result that names it", async () => {
  const permissions = ["models:read" as const];
  const { key } = await createOrganization(database.orm, { permissions });
  const client = await connectMcp({ ...connection(), key }, "2026");
  const models = await client.callTool({ name: "list_models", arguments: {} });
  const made = await client.callTool({ name: "generate", arguments: { message: "a fox" } });
  await client.close();

  expect(models.isError).toBeUndefined();
  expect(made).toMatchObject({
    isError: true,
    structuredContent: {
      error: { code: "permission_missing", details: { permission: "generations:create" } },
    },
  });
});

describe("the rate limit", () => {
  test("counts calls of tools only, and its error is a result", async () => {
    const { key } = await createOrganization(database.orm, { requestsPerHour: 2 });
    const client = await connectMcp({ ...connection(), key }, "2026");
    for (let list = 0; list < 5; list += 1) await client.listTools();
    const listModels = async () => client.callTool({ name: "list_models", arguments: {} });
    const allowed = [await listModels(), await listModels()];
    const refused = await listModels();
    await client.close();

    expect(allowed.map(({ isError }) => isError)).toEqual([undefined, undefined]);
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "rate_limited", retryable: true } },
    });
    expect(textOf(refused)).toMatch(/Wait \d+ s\./);
  });
});

describe("once", () => {
  test("a repeated label gets the same job and pays once", async () => {
    const before = await creditsLeft();
    const order = { message: "a red fox", request_label: "fox for the cover" };
    const { jobId, result } = await make("2026", order);
    const repeated = await call("2025", "generate", order);

    expect(repeated.structuredContent).toMatchObject({ jobId, status: "completed" });
    const { credits } = result.structuredContent as { credits: number };
    expect(credits).toBeGreaterThan(0);
    expect(await creditsLeft()).toBe(before - credits);
  });

  test("a repeated label of a job that was canceled on purpose makes no other job", async () => {
    const order = { message: "a red fox", request_label: "not wanted", wait_seconds: 0 };
    const asked = await call("2026", "generate", order);
    const { jobId } = asked.structuredContent as { jobId: string };
    await call("2026", "cancel_job", { job_id: jobId });
    const repeated = await call("2026", "generate", order);

    expect(repeated.structuredContent).toMatchObject({ jobId, status: "canceled" });
  });

  test("a label of another order is refused", async () => {
    const label = { request_label: "whale", wait_seconds: 0 };
    await call("2026", "generate", { message: "a blue whale", ...label });
    const args = { capability: "text-to-image", prompt: "a green whale", ...label };
    const result = await call("2026", "generate", args);

    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "idempotency_mismatch" } },
    });
    expect(textOf(result)).toContain("request_label");
  });

  test("a call that is given up cancels its job, and its repetition makes a new one", async () => {
    const order = { message: "a red fox", request_label: "given up" };
    const known = await listJobIds();
    const client = await connectMcp(connection(), "2026");
    const patience = new AbortController();
    const lost = client.callTool(
      { name: "generate", arguments: order },
      { signal: patience.signal },
    );
    const first = await nextJob(known);
    patience.abort();
    await expect(lost).rejects.toThrow("abort");
    await client.close();
    await until(async () => (await statusOf(first)) === "canceled");
    const { jobId, result } = await make("2026", order);

    expect(jobId).not.toBe(first);
    expect(result.structuredContent).toMatchObject({ jobId, status: "completed" });
  });
});

/** Ends every open job of an organization, as workers do, until it is stopped. */
function workFor(organizationId: string): { stop: () => void } {
  const stopped = new AbortController();
  const work = async () => {
    while (!stopped.signal.aborted) {
      const em = database.orm.em.fork();
      for (const { id } of await em.find(Job, { organizationId, status: "queued" })) {
        // Loses against a cancellation at the same moment.
        await finish(id, organizationId).catch(() => undefined);
      }
      await delay(10);
    }
  };
  void work();
  return { stop: () => stopped.abort() };
}

/** Moments before the acceptance of the job, around it and after it. */
test.each([0, 5, 15, 40, 120])(
  "an agent that gives up after %i ms and repeats the call pays once",
  async (patienceMs) => {
    const { organizationId, key } = await createOrganization(database.orm, { credits: 100 });
    const order = { message: "a red fox", request_label: "fox" };
    const ask = async (signal?: AbortSignal) => {
      const client = await connectMcp({ ...connection(), key }, "2026");
      const options = signal === undefined ? {} : { signal };
      try {
        return await client.callTool({ name: "generate", arguments: order }, options);
      } finally {
        await client.close();
      }
    };
    await expect(ask(AbortSignal.timeout(patienceMs))).rejects.toThrow(/abort|timeout/i);
    const worker = workFor(organizationId);
    const { structuredContent } = await ask().finally(() => worker.stop());

    expect(structuredContent).toMatchObject({ status: "completed" });
    const response = await api.call("/v1/credits", { key });
    const { credits } = structuredContent as { credits: number };
    expect(await response.json()).toMatchObject({ available: 100 - credits, held: 0 });
  },
);

async function statusOf(jobId: string): Promise<string> {
  return (await database.orm.em.fork().findOneOrFail(Job, { id: jobId })).status;
}

describe("the gate", () => {
  test("takes a key as a bearer token or in X-API-Key, and nothing else", async () => {
    const { url, key } = connection();
    const list = { method: "tools/list" };
    const byHeader = await postMessage({ url, key }, list, undefined, {
      Authorization: "",
      "X-API-Key": key,
    });
    const { token } = await createTestSession(database.orm, owner.accountId);
    const bySession = await postMessage({ url, key: token }, list);

    expect(byHeader.status).toBe(200);
    expect(bySession.status).toBe(401);
    expect(bySession.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(await bySession.json()).toMatchObject({
      jsonrpc: "2.0",
      error: { data: { code: "credential_malformed" } },
    });
  });

  test("responds to GET and DELETE with 405", async () => {
    const { key } = owner;
    const responses = [
      await api.call("/mcp", { key }),
      await api.call("/mcp", { key, method: "DELETE" }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([405, 405]);
    expect(responses[0]?.headers.get("allow")).toBe("OPTIONS, POST");
  });

  test("refuses pages of other sites", async () => {
    const origins = ["https://evil.test", "null", "http://localhost.evil.test"];
    const own = ["http://engine.test", "http://front.test", "http://localhost:6274"];
    const statuses = async (given: readonly string[]) =>
      Promise.all(
        given.map(async (Origin) => {
          const list = { method: "tools/list" };
          return (await postMessage(connection(), list, undefined, { Origin })).status;
        }),
      );

    expect(await statuses(origins)).toEqual([403, 403, 403]);
    expect(await statuses(own)).toEqual([200, 200, 200]);
  });

  test("responds to what is no message in the format of JSON-RPC", async () => {
    const headers = { Authorization: `Bearer ${owner.key}` };
    const bodies: readonly [unknown, number, number][] = [
      ["{", 400, -32_700],
      [[], 422, -32_600],
      [{ hello: 1 }, 400, -32_600],
    ];
    for (const [body, status, code] of bodies) {
      const response = await api.call("/mcp", { method: "POST", headers, body });

      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code } });
    }
  });

  test("refuses subscriptions, which would hold a connection for nothing", async () => {
    const response = await postMessage(connection(), {
      method: "subscriptions/listen",
      params: { notifications: { toolsListChanged: true } },
    });

    expect(await response.text()).toContain("Subscription limit reached");
  });
});

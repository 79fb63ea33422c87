import { expect, test } from "vitest";

import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { startTestEngine, type TestEngine, type TestWorker } from "#test/support/engine/engine.ts";
import { useResource } from "#test/support/fixtures.ts";
import { until } from "#test/support/jobs/finished-jobs.ts";
import { startFakeStudio } from "#test/support/servers/fake-studio.ts";
import { type CollectedSpan, startOtlpCollector } from "#test/support/servers/otlp-collector.ts";
import { startWebhookReceiver } from "#test/support/servers/webhook-receiver.ts";

/** A whole engine that sends its spans to a collector. */
const collector = useResource(startOtlpCollector);
const receiver = useResource(startWebhookReceiver);
const studio = useResource(startFakeStudio);
const engine = useResource(startEngine);
let worker: TestWorker;

async function startEngine(): Promise<TestEngine> {
  const started = await startTestEngine({
    studioUrl: studio.url,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=value%20of%20the%20key",
      OTEL_EXPORTER_OTLP_TIMEOUT: "60000",
      OTEL_BSP_SCHEDULE_DELAY: "50",
      ALLOW_PRIVATE_WEBHOOKS: "1",
      RECONCILE_SECONDS: "1",
    },
  });
  await started.startTemporal();
  [worker] = await Promise.all([started.startWorker(), started.startApi()]);
  return started;
}

const traceId = "0af7651916cd43dd8448eb211c80319c";
const callerSpanId = "b7ad6b7169203331";
/** Texts that must not leave the engine in a span. */
const secrets = {
  prompt: "a vermilion fox named Quibble",
  email: "quentin.quibble@example.org",
  path: "hook-of-quibble",
  query: "signature-of-quibble",
  header: "baggage-of-quibble",
};

function spanOf(name: string, spans: readonly CollectedSpan[] = collector.spans): CollectedSpan {
  const found = spans.find((span) => span.name === name && span.traceId === traceId);
  if (found === undefined) throw new Error(`no span ${name} in ${spans.map((s) => s.name).join()}`);
  return found;
}

/** Names of the spans from a span up to the first one of the trace. */
function pathOf(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent === undefined ? [] : pathOf(parent))];
}

/** Names of the spans above each span of a name in the caller's trace. */
function pathsOf(name: string): string[][] {
  const spans = collector.spans.filter((span) => span.name === name && span.traceId === traceId);
  return spans.map((span) => pathOf(span).slice(1));
}

test("one trace leads from the caller through the request, outbox and workflow to storage and webhook", async () => {
  const body = {
    message: secrets.prompt,
    capability: "text-to-image",
    webhookUrl: `${receiver.url}/${secrets.path}?token=${secrets.query}`,
    metadata: { customer: secrets.email },
  };
  const headers = {
    traceparent: `00-${traceId}-${callerSpanId}-01`,
    tracestate: `vendor=${secrets.header}`,
    baggage: `name=${secrets.header}`,
  };
  const response = await engine.call("POST", "/v1/chat", body, headers);
  const { jobId } = (await response.json()) as { jobId: string };
  const job = await engine.waitForJob(jobId);
  await until(async () => pathsOf("webhook POST").some((path) => path.length === 3));
  await until(async () => collector.spans.some(({ name }) => name === "activity storeOutput"));

  expect(job.status).toBe("completed");
  const start = ["dispatch start", "POST /v1/chat"];
  expect(pathsOf("storage write")).toContainEqual(["activity storeOutput", ...start]);
  expect(pathsOf("provider POST")).toContainEqual(["activity submitToProvider", ...start]);
  expect(pathsOf("webhook POST")).toEqual([
    ["activity sendWebhook", "dispatch webhook-event", "POST /v1/chat"],
  ]);
  expect(spanOf("POST /v1/chat")).toMatchObject({
    parentSpanId: callerSpanId,
    service: "gme-api",
    attributes: { "http.route": "/v1/chat", "http.response.status_code": 202, "gme.job": jobId },
  });
  expect(spanOf("activity submitToProvider")).toMatchObject({
    service: "gme-worker",
    attributes: { "gme.provider": "studio", "gme.job": jobId, "gme.attempt": 1 },
  });
  expect(collector.headers()).toMatchObject({ "x-collector-key": "value of the key" });
});

test("polls that find the provider at work leave no span, the last one does", async () => {
  studio.behave(() => ({ kind: "polls", count: 3 }));
  const before = collector.spans.length;
  await engine.waitForJob(await engine.createJob(image("a slow fox")));
  await until(async () =>
    collector.spans.slice(before).some(({ name }) => name === "activity storeOutput"),
  );

  const names = collector.spans.slice(before).map(({ name }) => name);
  expect(names.filter((name) => name === "activity pollProvider")).toHaveLength(1);
  expect(names.filter((name) => name === "provider GET")).toHaveLength(0);
  studio.behave(() => ({ kind: "instant" }));
});

test("a failure leaves its code in the span, not the provider's text", async () => {
  studio.behave(() => ({ kind: "refuses", message: `no ${secrets.path} here` }));
  const before = collector.spans.length;
  const job = await engine.waitForJob(await engine.createJob(image(secrets.prompt)));
  await until(async () =>
    collector.spans.slice(before).some(({ name }) => name === "activity failJob"),
  );

  const failed = collector.spans.slice(before).find(({ status }) => status.code === 2);
  expect(failed).toMatchObject({
    name: "activity submitToProvider",
    attributes: { "error.type": job.error?.code },
  });
  studio.behave(() => ({ kind: "instant" }));
});

test("a new run of a job continues the trace of its request", async () => {
  studio.behave(() => ({ kind: "held" }));
  const response = await engine.call("POST", "/v1/chat", image("a held fox"), {
    traceparent: `00-${"1".repeat(32)}-${callerSpanId}-01`,
  });
  const { jobId } = (await response.json()) as { jobId: string };
  const submission = { jobId, state: "accepted" } as const;
  await until(async () => (await engine.orm.em.fork().count(ProviderSubmission, submission)) === 1);
  const client = await engine.connectTemporal();
  await client.workflow.getHandle(`job/${jobId}`).terminate("lost");
  const before = collector.spans.length;
  studio.release();
  const job = await engine.waitForJob(jobId);
  const isLast = ({ name, traceId }: CollectedSpan) =>
    name === "activity storeOutput" && traceId === "1".repeat(32);
  await until(async () => collector.spans.slice(before).some(isLast));

  expect(job.status).toBe("completed");
  studio.behave(() => ({ kind: "instant" }));
});

test("no span has a value that a caller, a person or a provider wrote", async () => {
  const { email, prompt, query } = secrets;
  const path = `/v1/jobs/${encodeURIComponent(email)}?prompt=${encodeURIComponent(prompt)}`;
  const requests = [
    ["POST", "/v1/accounts", { email, password: prompt }],
    ["POST", "/v1/sessions", { email, password: prompt }],
    ["GET", path, undefined],
    ["GET", `/v1/files/${query}?signature=${query}`, undefined],
    ["POST", "/v1/chat", { message: 7, [prompt]: email }],
    ["POST", "/v1/generations", { capability: "text-to-image", prompt, model: query }],
    ["POST", `/v1/${encodeURIComponent(prompt)}`, { email }],
  ] as const;
  const before = collector.spans.length;
  for (const [method, to, body] of requests) {
    await engine.call(method, to, body, { "user-agent": query, "x-forwarded-for": "203.0.113.77" });
  }
  await until(async () => collector.spans.length >= before + requests.length);

  const wire = collector.bytes();
  const { accountId } = await engine.orm.em.fork().findOneOrFail(Job, { trace: { $ne: null } });
  const words = prompt.split(" ").filter((word) => word.length > 6);
  const texts = [...Object.values(secrets), ...words, engine.key, accountId];
  for (const text of [...texts, "203.0.113.77", "127.0.0.1"]) {
    expect([text, wire.includes(text)]).toEqual([text, false]);
  }
  const shown = collector.spans.flatMap(({ name, attributes }) => [
    name,
    ...Object.values(attributes).map(String),
  ]);
  expect(shown.filter((value) => !/^[\w ./{}-]{1,100}$/.test(value))).toEqual([]);
  expect(collector.spans.every(({ events, status }) => events === 0 && !status.message)).toBe(true);
});

test("a collector that hangs or is gone neither stops jobs nor the end of a process", async () => {
  collector.hang();
  const hanging = await engine.waitForJob(await engine.createJob(image("a patient fox")));
  await until(async () => collector.waiting() > 0);
  // A process that waited for its last spans would be killed, because the exporter gives up after 60 s.
  await worker.stop();
  expect(await worker.process.exited).toMatchObject({ code: 0 });
  await engine.startWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  const refused = await engine.waitForJob(await engine.createJob(image("a lonely fox")));

  expect([hanging.status, refused.status]).toEqual(["completed", "completed"]);
});

function image(message: string): object {
  return { message, capability: "text-to-image" };
}

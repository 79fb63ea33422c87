import { Client, Connection } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { Account } from "#db/entities/account.ts";
import { Email } from "#db/entities/email.ts";
import { emailWorkflowIdOf } from "#domain/notifications/email.ts";
import { startTestEngine, type JobView, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import {
  linkOf,
  startMailServer,
  type MailServer,
  type ReceivedEmail,
} from "#test/support/servers/mail-server.ts";

let engine: TestEngine;
let studio: FakeStudio;
let server: MailServer;
let worker: NodeProcess;
let api: NodeProcess;
let connection: Connection;
let client: Client;

const password = "correct horse battery";

beforeAll(async () => {
  [studio, server] = await Promise.all([startFakeStudio(), startMailServer()]);
  engine = await startTestEngine({
    studioUrl: studio.url,
    env: {
      SMTP_URL: server.url,
      MAIL_FROM: "Engine <engine@example.org>",
      LOG_LEVEL: "debug",
    },
  });
  await engine.startTemporal();
  [api, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  connection = await Connection.connect({ address: engine.temporalAddress });
  client = new Client({ connection });
}, 120_000);

beforeEach(() => {
  server.behave("accepts");
  studio.behave(() => ({ kind: "instant" }));
});

afterAll(async () => {
  await connection.close();
  await engine.close();
  await Promise.all([studio.close(), server.close()]);
});

async function post(
  path: string,
  body: object,
  credential: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${engine.url}/v1/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...credential },
    body: JSON.stringify(body),
  });
  const answer: unknown = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer as Record<string, unknown>;
}

async function findEmail(email: string): Promise<Email | null> {
  const em = engine.orm.em.fork();
  const account = await em.findOne(Account, { email });
  return account === null ? null : em.findOne(Email, { accountId: account.id });
}

async function emailTo(email: string): Promise<ReceivedEmail> {
  await expect
    .poll(() => server.received.some(({ recipient }) => recipient === email), { timeout: 60_000 })
    .toBe(true);
  const mail = server.received.find(({ recipient }) => recipient === email);
  if (mail === undefined) throw new Error("no mail");
  return mail;
}

async function jobOf(key: string, jobId: string): Promise<JobView> {
  const response = await fetch(`${engine.url}/v1/jobs/${jobId}`, {
    headers: { "X-API-Key": key, Prefer: "wait=30" },
  });
  return response.json() as Promise<JobView>;
}

async function historyOf(mailId: string): Promise<string> {
  const handle = client.workflow.getHandle(emailWorkflowIdOf(mailId));
  const [history, description] = await Promise.all([handle.fetchHistory(), handle.describe()]);
  return historyToJSON(history) + JSON.stringify(description.raw);
}

test("a new user registers, opens the emailed link and generates, even when the mail server defers at first", async () => {
  const email = "ada@example.net";
  server.behave("defers");
  await post("auth/register", { email, password });
  await expect
    .poll(async () => (await findEmail(email))?.lastError, { timeout: 60_000 })
    .toBe("mail_unreachable EENVELOPE 451");
  server.behave("accepts");

  const mail = await emailTo(email);
  const { page, facts } = linkOf(mail);
  expect(page).toBe(`${engine.url}/verify-email`);
  const token = facts.get("token") ?? "";
  const opened = await fetch(page);
  expect(opened.headers.get("content-type")).toContain("text/html");
  await post("auth/verify-email", { token, password });
  const { accessToken } = await post("auth/login", { email, password });
  const bearer = { Authorization: `Bearer ${String(accessToken)}` };
  const { key } = await post("api-keys", { name: "first" }, bearer);
  const credential = { "X-API-Key": String(key) };
  const { jobId } = await post("chat", { message: "a red fox" }, credential);

  expect(await jobOf(String(key), String(jobId))).toMatchObject({
    status: "completed",
    billing: { capturedCredits: 1 },
  });
  const sent = await findEmail(email);
  expect(sent).toMatchObject({ state: "sent", content: null });
  const secrets = new RegExp([email, token, password, "finish the registration"].join("|"));
  expect(await historyOf(sent?.id ?? "")).not.toMatch(secrets);
  expect(api.output() + worker.output()).toContain(sent?.id);
  expect(api.output() + worker.output()).not.toMatch(secrets);
}, 180_000);

test("a worker killed after the server accepted an email sends it again under the same Message-ID", async () => {
  const email = "grace@example.net";
  server.behave("hangs");
  await post("auth/register", { email, password });
  const first = await emailTo(email);

  await worker.kill();
  server.behave("accepts");
  worker = await engine.startWorker();

  await expect.poll(async () => (await findEmail(email))?.state, { timeout: 90_000 }).toBe("sent");
  const received = server.received.filter(({ recipient }) => recipient === email);
  expect(received.length).toBeGreaterThan(1);
  expect(new Set(received.map(({ messageId }) => messageId))).toEqual(new Set([first.messageId]));
}, 180_000);

test("an email that the server rejects is attempted once, and the run reports the reason", async () => {
  const email = "linus@example.net";
  server.behave("refuses");
  await post("auth/register", { email, password });

  await expect
    .poll(async () => (await findEmail(email))?.state, { timeout: 60_000 })
    .toBe("failed");

  const mail = await findEmail(email);
  expect(mail).toMatchObject({ attempts: 1, content: null });
  const run = client.workflow.getHandle(emailWorkflowIdOf(mail?.id ?? ""));
  await expect(run.result()).rejects.toMatchObject({
    cause: { cause: { type: "mail_refused", nonRetryable: true } },
  });
  expect(await historyOf(mail?.id ?? "")).not.toMatch(/linus|no such mailbox/);
}, 120_000);

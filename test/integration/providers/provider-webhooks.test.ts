import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import { beforeAll, beforeEach, expect, test } from "vitest";

import { receiveProviderWebhook } from "#api/routes/provider-webhooks/receive-provider-webhook.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { ProviderEvent } from "#db/entities/provider-event.ts";
import { createId } from "#db/ids.ts";
import { saveHandle } from "#db/jobs/submissions.ts";
import { findToldRequest, oldProviderEvents } from "#db/providers/provider-events.ts";
import { providerEventsMax } from "#domain/providers/provider-event.ts";
import type { SubmissionState } from "#domain/requests/generation.ts";
import { providerCallbackFor } from "#runtime/provider-callback.ts";
import { startApi, testAddresses } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useDatabase, useResource } from "#test/support/fixtures.ts";
import { createSentRequest } from "#test/support/routing/sent-requests.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

let wakeUps = 0;

const database = useDatabase();
const keyServer = useResource(listenOnFreePort);
const api = useResource(async () =>
  startApi(database, {
    settings: { providerSettings: { FAL_BASE_URL: keyServer.url } },
    dependencies: {
      onOutbox: () => {
        wakeUps += 1;
      },
    },
  }),
);

const falKeys = generateKeyPairSync("ed25519");
const secret = testAddresses.signingSecret;

beforeAll(async () => {
  keyServer.server.on("request", (request, response) => {
    const isKeySet = request.url === "/.well-known/jwks.json";
    const keys = isKeySet ? [falKeys.publicKey.export({ format: "jwk" })] : [];
    response.end(JSON.stringify({ keys }));
  });
});

beforeEach(() => {
  wakeUps = 0;
});

const em = () => database.orm.em.fork();

/** A request at a provider and its callback URL. */
async function createSubmission(
  providerSlug = "black-forest-labs",
  state: SubmissionState = "sent",
): Promise<{ id: string; path: string; secret: string }> {
  const id = await createSentRequest(database.orm, { providerSlug, state });
  const callback = providerCallbackFor(
    { submissionId: id, providerSlug },
    { publicUrl: "", secret },
  );
  return { id, path: callback.url, secret: callback.secret };
}

const ready = JSON.stringify({ id: "task-1", status: "Ready", result: { sample: "a result" } });

function signBody(body: string, key: string): Record<string, string> {
  return { "x-bfl-signature": `sha256=${createHmac("sha256", key).update(body).digest("hex")}` };
}

async function send(
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const answer = await expectDocumented(receiveProviderWebhook, response);
  return { status: response.status, ...(answer as { code?: string } | undefined) };
}

async function listEvents(submissionId: string): Promise<ProviderEvent[]> {
  return em().find(ProviderEvent, { submissionId });
}

test("a signed webhook is stored without its result, and the workflow will be notified", async () => {
  const { id, path, secret: key } = await createSubmission();
  const body = JSON.stringify({ ...JSON.parse(ready), id: `task-${id}` });

  expect(await send(path, body, signBody(body, key))).toMatchObject({ status: 204 });

  const [event] = await listEvents(id);
  expect(event).toMatchObject({ requestId: `task-${id}`, status: "Ready", isSigned: true });
  expect(JSON.stringify(event)).not.toContain("a result");
  expect(await em().find(OutboxMessage, { subjectId: event?.id ?? "" })).toMatchObject([
    { kind: "provider-event" },
  ]);
  expect(wakeUps).toBe(1);
  expect(await findToldRequest(em(), id)).toBe(`task-${id}`);
});

test("a repeated webhook gets the same response and changes nothing, even when repeated concurrently", async () => {
  const { id, path, secret: key } = await createSubmission();
  const body = JSON.stringify({ id, status: "Ready" });

  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => send(path, body, signBody(body, key))),
  );

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  expect(await listEvents(id)).toHaveLength(1);
  expect(wakeUps).toBe(1);
});

test("a delivery id is deduplicated within its request only", async () => {
  const [one, other] = [await createSubmission("kling"), await createSubmission("kling")];
  const named = { "webhook-id": "msg_1" };

  expect(await send(one.path, "{}", named)).toMatchObject({ status: 204 });
  expect(await send(other.path, "{}", named)).toMatchObject({ status: 204 });
  expect(await send(other.path, "{}", named)).toMatchObject({ status: 204 });

  expect(await listEvents(one.id)).toHaveLength(1);
  expect(await listEvents(other.id)).toHaveLength(1);
  expect(wakeUps).toBe(2);
});

test("a forged, foreign or unknown webhook changes nothing", async () => {
  const { id, path, secret: key } = await createSubmission();
  const another = await createSubmission();
  const stranger = providerCallbackFor(
    { submissionId: createId("submission"), providerSlug: "black-forest-labs" },
    { publicUrl: "", secret },
  );
  const refused = { status: 403, code: "callback_signature_invalid" };
  const unknown = { status: 404, code: "callback_unknown" };

  expect(await send(path, ready)).toMatchObject(refused);
  expect(await send(path, ready, signBody(ready, another.secret))).toMatchObject(refused);
  expect(await send(path, `${ready} `, signBody(ready, key))).toMatchObject(refused);
  expect(await send(`${path}x`, ready, signBody(ready, key))).toMatchObject(unknown);
  expect(await send(path.replace(id, another.id), ready)).toMatchObject(unknown);
  expect(await send(path.replace("black-forest-labs", "kling"), ready)).toMatchObject(unknown);
  expect(await send(path.replace("black-forest-labs", "nobody"), ready)).toMatchObject(unknown);
  expect(await send(path.replace("black-forest-labs", "constructor"), ready)).toMatchObject(
    unknown,
  );
  expect(await send(stranger.url, ready, signBody(ready, stranger.secret))).toMatchObject(unknown);

  expect(await em().count(ProviderEvent, { submissionId: { $in: [id, another.id] } })).toBe(0);
  expect(wakeUps).toBe(0);
});

test("fal's webhook is verified with fal's published keys, and refused when it is old", async () => {
  const { id, path } = await createSubmission("fal");
  const body = JSON.stringify({ request_id: `r-${id}`, status: "OK", payload: {} });
  const signed = (seconds: number) => {
    const hash = createHash("sha256").update(body).digest("hex");
    const message = Buffer.from(`r-${id}\nuser\n${seconds}\n${hash}`);
    return {
      "x-fal-webhook-request-id": `r-${id}`,
      "x-fal-webhook-user-id": "user",
      "x-fal-webhook-timestamp": String(seconds),
      "x-fal-webhook-signature": sign(null, message, falKeys.privateKey).toString("hex"),
    };
  };
  const seconds = Math.floor(Date.now() / 1_000);

  expect(await send(path, body, signed(seconds - 400))).toMatchObject({ status: 403 });
  expect(await listEvents(id)).toHaveLength(0);
  expect(await send(path, body, signed(seconds))).toMatchObject({ status: 204 });
  expect(await listEvents(id)).toMatchObject([{ requestId: `r-${id}`, isSigned: true }]);
});

test("an unverifiable webhook triggers a poll, but does not identify the provider's request", async () => {
  const { id, path } = await createSubmission("kling");

  expect(await send(path, JSON.stringify({ id: "task", status: id }))).toMatchObject({
    status: 204,
  });
  expect(await send(path, `not JSON ${id}`)).toMatchObject({ status: 204 });

  expect(await listEvents(id)).toMatchObject([{ isSigned: false }, { isSigned: false }]);
  expect(wakeUps).toBe(2);
  expect(await findToldRequest(em(), id)).toBeNull();
});

test("a challenge is echoed at a valid callback URL only, and is not stored as an event", async () => {
  const { id, path } = await createSubmission("minimax");
  const another = await createSubmission("kling");
  const challenge = JSON.stringify({ challenge: "<script>1</script>" });
  const post = async (to: string, body: string) =>
    fetch(`${api.url}${to}`, { method: "POST", body });

  const echo = await post(path, challenge);

  expect(echo.status).toBe(200);
  expect(echo.headers.get("content-type")).toContain("application/json");
  expect(await expectDocumented(receiveProviderWebhook, echo)).toEqual(JSON.parse(challenge));
  expect((await post(`${path}x`, challenge)).status).toBe(404);
  expect(await listEvents(id)).toHaveLength(0);
  expect(await send(another.path, challenge)).toMatchObject({ status: 204 });
  const update = JSON.stringify({ task_id: id, status: "success", file_id: "1" });
  expect(await send(path, update)).toMatchObject({ status: 204 });
  expect(await listEvents(id)).toMatchObject([{ requestId: id, isSigned: false }]);
});

test("another request's id does not identify a request whose reply was lost", async () => {
  const known = await createSubmission();
  await saveHandle(em(), known.id, { id: `task-${known.id}` }, `task-${known.id}`);
  const { id, path, secret: key } = await createSubmission();
  const body = JSON.stringify({ id: `task-${known.id}`, status: "Ready", to: id });

  expect(await send(path, body, signBody(body, key))).toMatchObject({ status: 204 });

  expect(await listEvents(id)).toHaveLength(1);
  expect(await findToldRequest(em(), id)).toBeNull();
});

test("webhooks for an ended request, or above the limit for each request, are ignored", async () => {
  const ended = await createSubmission("black-forest-labs", "succeeded");
  const { id, path } = await createSubmission("kling");

  expect(await send(ended.path, ready, signBody(ready, ended.secret))).toMatchObject({
    status: 204,
  });
  for (let number = 0; number < providerEventsMax + 3; number += 1) {
    expect(await send(path, JSON.stringify({ id, number }))).toMatchObject({ status: 204 });
  }

  expect(await listEvents(ended.id)).toHaveLength(0);
  expect(await listEvents(id)).toHaveLength(providerEventsMax);
});

test("a body that is too large is refused, with or without Content-Length", async () => {
  const { id, path, secret: key } = await createSubmission();
  const body = "x".repeat(1_048_577);

  expect(await send(path, body, signBody(body, key))).toMatchObject({
    status: 413,
    code: "body_too_large",
  });
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: engine.test\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n` +
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  expect(await listEvents(id)).toHaveLength(0);
});

test("an interrupted body stores no event", async () => {
  const { id, path } = await createSubmission("kling");
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const lines = api.logLines.length;

  socket.write(`POST ${path} HTTP/1.1\r\nHost: engine.test\r\nContent-Length: 100\r\n\r\nhalf`);
  socket.end();
  await text(socket);
  await expect.poll(() => api.logLines.length, { timeout: 20_000 }).toBeGreaterThan(lines);

  expect(await listEvents(id)).toHaveLength(0);
});

test("the secret part of a callback URL is not logged", async () => {
  const { path } = await createSubmission("kling");
  const token = path.split("/").at(-1) ?? "";

  await send(path, "{}");
  await expect
    .poll(() => api.logLines.some((line) => line.includes("/provider-webhooks/{")), {
      timeout: 20_000,
    })
    .toBe(true);

  expect(api.logLines.filter((line) => line.includes(token))).toEqual([]);
});

test("events are deleted after a week", async () => {
  const { id, path } = await createSubmission("kling");
  await send(path, JSON.stringify({ id }));
  await em().nativeUpdate(
    ProviderEvent,
    { submissionId: id },
    { createdAt: new Date(Date.now() - 8 * 86_400_000) },
  );

  expect(await oldProviderEvents.deleteSome(em())).toBe(1);
  expect(await listEvents(id)).toHaveLength(0);
});

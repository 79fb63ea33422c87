import { createHmac, randomUUID } from "node:crypto";

import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";

import { receiveAccountWebhook } from "#api/routes/provider-webhooks/receive-account-webhook.ts";
import { receiveProviderWebhook } from "#api/routes/provider-webhooks/receive-provider-webhook.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { ProviderEvent } from "#db/entities/provider-event.ts";
import { createId } from "#db/ids.ts";
import { findToldRequest } from "#db/providers/provider-events.ts";
import type { SubmissionState } from "#domain/requests/generation.ts";
import { providerCallbackFor } from "#runtime/provider-callback.ts";
import { startApi, testAddresses } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createSentRequest } from "#test/support/routing/sent-requests.ts";

/** Account-level webhooks of a provider share one URL; only the signature authenticates them. */

let wakeUps = 0;
const secret = `whsec_${Buffer.from("a secret of the project").toString("base64")}`;
const elevenlabsSecret = "a secret of the workspace";

const database = useDatabase();
const api = useApi(database, {
  settings: {
    providerSettings: {
      OPENAI_WEBHOOK_SECRET: secret,
      ELEVENLABS_WEBHOOK_SECRET: elevenlabsSecret,
    },
  },
  dependencies: {
    onOutbox: () => {
      wakeUps += 1;
    },
  },
});

beforeEach(() => {
  wakeUps = 0;
});

const em = () => database.orm.em.fork();

async function createSubmission(
  providerSlug: string,
  state: SubmissionState = "accepted",
): Promise<{ id: string; requestId: string; token: string }> {
  const requestId = `resp_${randomUUID()}`;
  const id = await createSentRequest(database.orm, {
    providerSlug,
    state,
    ...(state === "accepted" ? { requestId } : {}),
  });
  const { token } = providerCallbackFor(
    { submissionId: id, providerSlug },
    { publicUrl: "", secret: testAddresses.signingSecret },
  );
  return { id, requestId, token };
}

function completed(requestId: string): string {
  return JSON.stringify({ type: "response.completed", data: { id: requestId } });
}

function signed(
  body: string,
  { at = new Date(), key = secret, id = createId("providerEvent") } = {},
) {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(key).sign(id, at, body),
  };
}

async function send(
  body: string,
  headers: Record<string, string> = {},
  path = "/provider-webhooks/openai",
): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const answer = await expectDocumented(receiveAccountWebhook, response);
  return { status: response.status, ...(answer as { code?: string } | undefined) };
}

async function listEvents(submissionId: string): Promise<ProviderEvent[]> {
  return em().find(ProviderEvent, { submissionId });
}

test("a signed webhook finds its request by the provider's request id, and the workflow will be notified", async () => {
  const { id, requestId } = await createSubmission("openai");
  const body = completed(requestId);

  expect(await send(body, signed(body))).toMatchObject({ status: 204 });

  const [event] = await listEvents(id);
  expect(event).toMatchObject({ requestId, status: "response.completed", isSigned: true });
  expect(await em().find(OutboxMessage, { subjectId: event?.id ?? "" })).toMatchObject([
    { kind: "provider-event" },
  ]);
  expect(wakeUps).toBe(1);
});

test("an unsigned, forged or old webhook is refused after the signature check and changes nothing", async () => {
  const { id, requestId } = await createSubmission("openai");
  const body = completed(requestId);
  const refused = { status: 403, code: "callback_signature_invalid" };
  const other = `whsec_${Buffer.from("another secret").toString("base64")}`;

  expect(await send(body)).toMatchObject(refused);
  expect(await send(body, signed(body, { key: other }))).toMatchObject(refused);
  expect(await send(`${body} `, signed(body))).toMatchObject(refused);
  const old = new Date(Date.now() - 400_000);
  expect(await send(body, signed(body, { at: old }))).toMatchObject(refused);

  expect(await listEvents(id)).toHaveLength(0);
  expect(wakeUps).toBe(0);
});

test("a repeated webhook within five minutes changes nothing", async () => {
  const { id, requestId } = await createSubmission("openai");
  const body = completed(requestId);
  const headers = signed(body);

  const answers = await Promise.all([1, 2, 3].map(async () => send(body, headers)));

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await listEvents(id)).toHaveLength(1);
  expect(wakeUps).toBe(1);
});

test("a webhook about an unknown or ended request, or another provider's, changes nothing", async () => {
  const over = await createSubmission("openai", "succeeded");
  const foreign = await createSubmission("kling");
  const unknown = completed("resp_of_another_application");
  const bodies = [unknown, completed(over.requestId), completed(foreign.requestId), "[]"];

  for (const body of bodies) {
    expect(await send(body, signed(body))).toMatchObject({ status: 204 });
  }

  expect(await listEvents(over.id)).toHaveLength(0);
  expect(await listEvents(foreign.id)).toHaveLength(0);
  expect(wakeUps).toBe(0);
});

test("a body that is too large is refused before its signature is checked", async () => {
  const body = JSON.stringify({ data: { id: "x".repeat(1_048_577) } });

  expect(await send(body, signed(body))).toMatchObject({ status: 413, code: "body_too_large" });
});

test("a provider without account-level webhooks, or without a secret, returns 404", async () => {
  const unknown = { status: 404, code: "callback_unknown" };
  const without = await startApi(database, { settings: { providerSettings: {} } });
  const { requestId } = await createSubmission("openai");
  const body = completed(requestId);

  for (const slug of ["fal", "black-forest-labs", "minimax", "nobody", "constructor"]) {
    expect(await send(body, signed(body), `/provider-webhooks/${slug}`)).toMatchObject(unknown);
  }
  const response = await fetch(`${without.url}/provider-webhooks/openai`, {
    method: "POST",
    headers: { "content-type": "application/json", ...signed(body) },
    body,
  });
  expect(response.status).toBe(404);
  expect(await expectDocumented(receiveAccountWebhook, response)).toMatchObject({
    code: "callback_unknown",
  });
  await without.close();
});

test("a per-request URL returns 404 for a provider with account-level webhooks", async () => {
  const { token } = await createSubmission("openai");

  const response = await fetch(`${api.url}/provider-webhooks/openai/${token}`, {
    method: "POST",
    body: "{}",
  });

  expect(await expectDocumented(receiveProviderWebhook, response)).toMatchObject({
    code: "callback_unknown",
  });
});

function transcribed(token: unknown, transcription_id: string): string {
  return JSON.stringify({
    type: "speech_to_text_transcription",
    data: {
      request_id: "of no use",
      webhook_metadata: { submission: token },
      transcription: { text: "secret words", transcription_id },
    },
  });
}

function signedByElevenlabs(body: string, key = elevenlabsSecret): Record<string, string> {
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", key).update(`${time}.${body}`).digest("hex");
  return { "elevenlabs-signature": `t=${time},v0=${signature}` };
}

const elevenlabs = "/provider-webhooks/elevenlabs";

test("a transcript whose submit response was lost is found by the token in its webhook metadata", async () => {
  const { id, token } = await createSubmission("elevenlabs", "unknown");
  const body = transcribed(token, `tr-${id}`);

  expect(await send(body, signedByElevenlabs(body), elevenlabs)).toMatchObject({ status: 204 });

  const [event] = await listEvents(id);
  expect(event).toMatchObject({ requestId: `tr-${id}`, isSigned: true });
  expect(JSON.stringify(event)).not.toContain("secret words");
  expect(await findToldRequest(em(), id)).toBe(`tr-${id}`);
  expect(wakeUps).toBe(1);
});

test("a webhook whose token is forged, or of another provider's request, changes nothing", async () => {
  const { id, token } = await createSubmission("elevenlabs", "unknown");
  const foreign = await createSubmission("openai", "unknown");
  const signature = token.split(".")[1] ?? "";
  const forged = `${id}.${signature.startsWith("_") ? "-" : "_"}${signature.slice(1)}`;

  for (const given of [forged, foreign.token, id, { token }, null]) {
    const body = transcribed(given, "tr-1");
    expect(await send(body, signedByElevenlabs(body), elevenlabs)).toMatchObject({ status: 204 });
  }
  const body = transcribed(token, "tr-1");
  const refused = { status: 403, code: "callback_signature_invalid" };
  expect(await send(body, signedByElevenlabs(body, "guessed"), elevenlabs)).toMatchObject(refused);

  expect(await listEvents(id)).toHaveLength(0);
  expect(await listEvents(foreign.id)).toHaveLength(0);
});

test("a request is found through an index of open requests, without a scan of the table", async () => {
  const plan = await em().transactional(async (tx) => {
    await tx.execute("set local enable_seqscan = off");
    return tx.execute<{ "QUERY PLAN": string }[]>(
      `explain select id from provider_submissions
       where provider_slug = 'openai' and provider_request_id = 'resp_1' and state = 'accepted'
         and slot_until is not null and finished_at is null and provider_key_id is null`,
    );
  });

  expect(JSON.stringify(plan)).toMatch(/provider_submissions_(open|slots)_index/);
});

import { verify, type ReceivedHeaders } from "@gme/client/webhooks";
import { expect, test } from "vitest";

import { signWebhook } from "#db/webhooks/sign-webhook.ts";
import { webhookBody, webhookHeaders } from "#domain/notifications/webhook.ts";

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, ".")).toString("base64")}`;
const secret = secretOf("the secret of now");
const former = secretOf("the secret before");
const eventId = "msg_1";

/** A message as the engine sends it. */
function send(secrets: readonly string[], startedAt = new Date()) {
  const data = { webhookId: "whk_1", message: "Größe: 3 × 4 \u{1F98A}" };
  const body = webhookBody({ type: "test", createdAt: startedAt, data });
  const signature = signWebhook({ eventId, startedAt, body, secrets });
  return {
    body,
    headers: { ...webhookHeaders({ eventId, startedAt }), "webhook-signature": signature },
  };
}

test("returns a message of the engine, from texts and bytes, objects and Headers", async () => {
  const { body, headers } = send([secret]);
  const kinds: ReceivedHeaders[] = [headers, new Headers(headers)];
  for (const given of kinds) {
    const message = await verify(Buffer.from(body), given, secret);
    expect(message).toEqual(JSON.parse(body));
    expect(await verify(body, given, secret)).toEqual(message);
  }
});

test("accepts either secret during a rotation, on both sides", async () => {
  const both = send([secret, former]);
  await verify(both.body, both.headers, former);
  const one = send([former]);
  await verify(one.body, one.headers, [secret, former]);
});

test.each([
  ["a changed body", (sent: ReturnType<typeof send>) => ({ ...sent, body: `${sent.body} ` })],
  ["another secret", () => send([former])],
  ["no headers", (sent: ReturnType<typeof send>) => ({ ...sent, headers: {} })],
  ["a message of six minutes ago", () => send([secret], new Date(Date.now() - 360_000))],
  ["a clock that is six minutes ahead", () => send([secret], new Date(Date.now() + 360_000))],
  [
    "a signature of another version",
    (sent: ReturnType<typeof send>) => ({
      ...sent,
      headers: {
        ...sent.headers,
        "webhook-signature": sent.headers["webhook-signature"].replace("v1,", "v2,"),
      },
    }),
  ],
])("refuses %s", async (_, change) => {
  const { body, headers } = change(send([secret]));
  await expect(verify(body, headers, secret)).rejects.toMatchObject({
    name: "WebhookVerificationError",
  });
});

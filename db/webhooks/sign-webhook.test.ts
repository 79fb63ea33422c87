import { randomBytes } from "node:crypto";

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { signWebhook } from "./sign-webhook.ts";

const createSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
const eventId = "msg_0193";
const body = '{"type":"test","timestamp":"2026-11-21T09:30:02.120Z","data":{"text":"grüße 🦊"}}';

function headersOf(secrets: readonly string[], startedAt = new Date()): Record<string, string> {
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(startedAt.getTime() / 1_000)),
    "webhook-signature": signWebhook({ eventId, startedAt, body, secrets }),
  };
}

test("creates the same signature as the official package", () => {
  const secret = createSecret();
  const startedAt = new Date("2026-11-21T09:30:02.120Z");

  expect(signWebhook({ eventId, startedAt, body, secrets: [secret] })).toBe(
    new Webhook(secret).sign(eventId, startedAt, body),
  );
});

test("the receiver's package accepts a message with either secret during a rotation", () => {
  const secrets = [createSecret(), createSecret()];
  const headers = headersOf(secrets);

  for (const secret of secrets) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "test" });
  }
  expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow("No matching signature");
});

test.each([
  ["body", (headers: Record<string, string>) => ({ headers, text: `${body} ` })],
  [
    "id",
    (headers: Record<string, string>) => ({
      headers: { ...headers, "webhook-id": "msg_2" },
      text: body,
    }),
  ],
  [
    "time",
    (headers: Record<string, string>) => ({
      headers: {
        ...headers,
        "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1),
      },
      text: body,
    }),
  ],
])("a message with a changed %s is rejected", (_, change) => {
  const secret = createSecret();
  const { headers, text } = change(headersOf([secret]));

  expect(() => new Webhook(secret).verify(text, headers)).toThrow("No matching signature");
});

test("a message replayed after ten minutes is rejected", () => {
  const secret = createSecret();
  const headers = headersOf([secret], new Date(Date.now() - 600_000));

  expect(() => new Webhook(secret).verify(body, headers)).toThrow("too old");
});

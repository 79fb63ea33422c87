import { createHmac } from "node:crypto";

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { hasSecret, isSignedBody, isSignedWithTime, isStandardWebhook } from "./hmac-signature.ts";
import type { ReceivedWebhook } from "./received-webhook.ts";

const now = new Date("2026-09-01T12:00:00Z");
const seconds = now.getTime() / 1_000;
const body = Buffer.from('{"id":"task-1","status":"ÄReady"}');

function received(headers: Record<string, string>, bytes: Buffer = body): ReceivedWebhook {
  return { header: (name) => headers[name], body: bytes };
}

const hmac = (secret: string, message: string | Buffer) =>
  createHmac("sha256", secret).update(message).digest("hex");

test("accepts a body signed by Black Forest Labs and refuses any other", () => {
  const signature = { "x-bfl-signature": `sha256=${hmac("ours", body)}` };
  const check = (webhook: ReceivedWebhook, secret: string) =>
    isSignedBody(webhook, { name: "x-bfl-signature", secret });

  expect(check(received(signature), "ours")).toBe(true);
  expect(check(received(signature), "another's")).toBe(false);
  expect(check(received(signature, Buffer.from("{}")), "ours")).toBe(false);
  expect(check(received({ "x-bfl-signature": hmac("ours", body) }), "ours")).toBe(false);
  expect(check(received({ "x-bfl-signature": "sha256=" }), "ours")).toBe(false);
  expect(check(received({}), "ours")).toBe(false);
});

test("accepts a header with the secret of the request and refuses any other", () => {
  const check = (value?: string) =>
    hasSecret(received(value === undefined ? {} : { "x-gme-webhook-secret": value }), {
      name: "x-gme-webhook-secret",
      secret: "ours",
    });

  expect(check("ours")).toBe(true);
  expect(["another's", "ours ", "", undefined].filter(check)).toEqual([]);
});

const secret = `whsec_${Buffer.from("a secret of a webhook").toString("base64")}`;

function standard(at: Date, key = secret): Record<string, string> {
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(at.getTime() / 1_000),
    "webhook-signature": new Webhook(key).sign("msg_1", at, body.toString()),
  };
}

test("accepts signatures of the Standard Webhooks package within five minutes", () => {
  const check = (headers: Record<string, string>, bytes?: Buffer) =>
    isStandardWebhook(received(headers, bytes), { secret, now });
  const at = (offset: number) => standard(new Date((seconds + offset) * 1_000));

  expect([0, -300, 300, -301, 301].map((offset) => check(at(offset)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(check(at(0), Buffer.from("{}"))).toBe(false);
  expect(check({ ...at(0), "webhook-id": "msg_2" })).toBe(false);
  expect(check({ ...at(0), "webhook-timestamp": "soon" })).toBe(false);
  expect(check(standard(now, `whsec_${Buffer.from("other").toString("base64")}`))).toBe(false);
  expect(check({})).toBe(false);
  expect(isStandardWebhook(received(at(0)), { secret: "whsec_", now })).toBe(false);
});

test("accepts one valid signature among several during a secret rotation", () => {
  const fresh = standard(now);
  const former = `v1,${Buffer.alloc(32).toString("base64")}`;
  const both = `v1a,x ${former} ${fresh["webhook-signature"]}`;

  const headers = { ...fresh, "webhook-signature": both };

  expect(isStandardWebhook(received(headers), { secret, now })).toBe(true);
});

test("hashes the body once for a header of many signatures", () => {
  const large = Buffer.alloc(1_000_000, "a");
  const usedMs = (signatures: number) => {
    const header = `t=${seconds},${"v0=ab,".repeat(signatures)}`;
    const webhook = received({ "elevenlabs-signature": header }, large);
    const before = process.cpuUsage();
    isSignedWithTime(webhook, { name: "elevenlabs-signature", version: "v0", secret: "ours", now });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const [one, many] = [1, 2_000].map((count) =>
    Math.min(...Array.from({ length: 5 }, () => usedMs(count))),
  );

  expect(many).toBeLessThan(20 * ((one ?? 0) + 1));
});

test.each([
  ["elevenlabs-signature", "v0"],
  ["sync-signature", "v1"],
] as const)("%s checks the signature together with its timestamp", (name, version) => {
  const check = (header: string, bytes?: Buffer) =>
    isSignedWithTime(received({ [name]: header }, bytes), { name, version, secret: "ours", now });
  const sign = (time: number, key = "ours") =>
    `t=${time},${version}=${hmac(key, `${time}.${body.toString()}`)}`;

  expect(check(sign(seconds))).toBe(true);
  expect(check(sign(seconds - 301))).toBe(false);
  expect(check(sign(seconds + 301))).toBe(false);
  expect(check(sign(seconds, "another's"))).toBe(false);
  expect(check(sign(seconds), Buffer.from("{}"))).toBe(false);
  expect(check(sign(seconds).replace(version, "v9"))).toBe(false);
  expect(check(sign(seconds).replace(/t=\d+/, `t=${seconds - 1}`))).toBe(false);
  expect(check("")).toBe(false);
});

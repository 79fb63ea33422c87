import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { ApiError } from "./errors.ts";
import { isRepeatable, isTransient, retryDelayMs, type Repeatable } from "./retry.ts";
import { createMessageParser } from "./sse.ts";
import { toApiError } from "./to-api-error.ts";
import { verify, WebhookVerificationError } from "./webhooks.ts";

/** The tests of the Python client read the same tables, so that both clients behave alike. */
function readCases(name: string): unknown {
  return JSON.parse(readFileSync(`clients/cases/${name}.json`, "utf8")) as unknown;
}

interface ErrorCase {
  readonly name: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly expected: Record<string, unknown>;
}

interface RetryCases {
  readonly repeatable: readonly (Repeatable & { readonly expected: boolean })[];
  readonly transient: readonly {
    readonly status: number;
    readonly body: object;
    readonly expected: boolean;
  }[];
  readonly delays: readonly {
    readonly retryAfterSeconds: number | null;
    readonly failures: number;
    readonly random: number;
    readonly expectedMs: number | null;
  }[];
}

interface StreamCase {
  readonly name: string;
  readonly pieces: readonly string[];
  readonly messages: readonly { readonly id: string | null }[];
  readonly lastEventId: string | null;
  readonly retryMs: number | null;
}

interface WebhookCase {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly now: number;
  readonly isAccepted: boolean;
}

// Safe to cast: the tests compare every field that they read.
const { repeatable, transient, delays } = readCases("retry") as RetryCases;
const errors = readCases("errors") as ErrorCase[];
const streams = readCases("stream") as StreamCase[];
const webhooks = readCases("webhooks") as WebhookCase[];

async function errorOf(status: number, body: string, headers = {}): Promise<ApiError> {
  return toApiError(new Response(body, { status, headers }));
}

describe("an error", () => {
  test.each(errors)("$name", async ({ status, headers, body, expected }) => {
    const { name, ...error } = await errorOf(status, body, headers);
    const found = {
      ...error,
      class: name,
      requestId: error.requestId ?? null,
      retryAfterSeconds: error.retryAfterSeconds ?? null,
    };
    expect(found).toEqual({ ...expected, status });
  });
});

describe("a retry", () => {
  test.each(repeatable)("of a request: %j", ({ expected, ...request }) => {
    expect(isRepeatable(request)).toBe(expected);
  });

  test.each(transient)("after %j", async ({ status, body, expected }) => {
    expect(isTransient(await errorOf(status, JSON.stringify(body)))).toBe(expected);
  });

  test.each(delays)("with the delay of %j", async (given) => {
    const { retryAfterSeconds, failures, random, expectedMs } = given;
    const error = await errorOf(
      503,
      JSON.stringify({ retryAfterSeconds: retryAfterSeconds ?? undefined }),
    );
    expect(retryDelayMs(error, failures, () => random) ?? null).toBe(expectedMs);
  });
});

describe("a stream", () => {
  test.each(streams)("$name", ({ pieces, messages, lastEventId, retryMs }) => {
    const parser = createMessageParser();
    const found = pieces.flatMap((piece) => parser.push(piece));
    expect(found.map((message) => ({ ...message, id: message.id ?? null }))).toEqual(messages);
    expect(parser.lastEventId ?? null).toBe(lastEventId);
    expect(parser.retryMs ?? null).toBe(retryMs);
  });
});

describe("a webhook", () => {
  test.each(webhooks)("with $name", async ({ secrets, headers, body, now, isAccepted }) => {
    const options = { now: new Date(now * 1_000) };
    // As Node passes them on; `Headers` refuses other alphabets.
    const lowered = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]);
    const received = Object.fromEntries(lowered) as Record<string, string>;
    const verified = verify(body, received, secrets, options);
    if (isAccepted) expect(await verified).toEqual(JSON.parse(body));
    else await expect(verified).rejects.toThrow(WebhookVerificationError);
  });
});

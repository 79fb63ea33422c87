import { setTimeout as delay } from "node:timers/promises";

import type { Behaviour } from "#test/support/fake-studio.ts";

import type { Random } from "./random.ts";

export interface TrafficOptions {
  readonly apiUrls: readonly string[];
  readonly key: string;
  readonly random: Random;
  readonly signal: AbortSignal;
}

export interface Traffic {
  /** Key of the caller → the job that it was promised. */
  readonly accepted: ReadonlyMap<string, string>;
  /** What a caller saw that must not be. */
  readonly surprises: readonly string[];
  /** Sends one job or batch, as a caller who never gives up, and cancels some. */
  send(number: number): Promise<void>;
}

const behaviours: readonly Behaviour[] = [
  { kind: "instant" },
  { kind: "instant" },
  { kind: "polls", count: 2 },
  { kind: "polls", count: 5 },
  { kind: "fails", message: "out of paint" },
  { kind: "refuses", message: "not like this" },
  { kind: "busy", times: 1 },
  { kind: "loses-answer", times: 1 },
  { kind: "loses-answer-then-refuses", status: 429, times: 2 },
  { kind: "loses-answer-then-refuses", status: 401, times: 1 },
];
const cancelShare = 0.2;
const twiceShare = 0.2;
const retryShare = 0.15;
const batchShare = 0.06;
const batchItems = 3;
/** The others go where routing likes: to the provider without idempotency keys, and to studio after it. */
const studioShare = 0.5;
const callMs = 10_000;

/** What the provider does stands in the prompt, so that a seed repeats it. */
export function behaviourOf({ prompt }: { prompt: string }): Behaviour {
  const index = Number(/behaviour (\d+)/.exec(prompt)?.[1] ?? 0);
  return behaviours[index] ?? { kind: "instant" };
}

export function createTraffic({ apiUrls, key, random, signal }: TrafficOptions): Traffic {
  const accepted = new Map<string, string>();
  const surprises: string[] = [];

  async function call(path: string, init: RequestInit): Promise<Response | null> {
    try {
      const response = await fetch(`${random.pick(apiUrls)}${path}`, {
        ...init,
        signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
      });
      // The answer's body can be cut off, too.
      return new Response(await response.text(), response);
    } catch {
      return null;
    }
  }

  /** Asks until there is an answer that a repeat would not change. */
  async function insist(path: string, init: RequestInit): Promise<Response> {
    for (;;) {
      const response = await call(path, init);
      if (response !== null && response.status < 500 && response.status !== 409) return response;
      signal.throwIfAborted();
      await delay(100 + random.next() * 200);
    }
  }

  async function create(number: number): Promise<string> {
    const behaviour = Math.floor(random.next() * behaviours.length);
    const message = `a red fox, number ${number}, behaviour ${behaviour}`;
    const model = random.next() < studioShare ? "studio-image" : undefined;
    const body = { message, capability: "text-to-image", model };
    return orderJob(`order-${number}`, "/v1/chat", body);
  }

  async function orderJob(idempotencyKey: string, path: string, body: object): Promise<string> {
    const jobId = await order(idempotencyKey, path, body, ({ jobId: id }) => id);
    accepted.set(idempotencyKey, jobId);
    return jobId;
  }

  /** The items are as different as jobs are. */
  async function createBatch(number: number): Promise<string> {
    const idempotencyKey = `batch-${number}`;
    const items = Array.from({ length: batchItems }, (_, item) => {
      const behaviour = Math.floor(random.next() * behaviours.length);
      return { prompt: `a red fox, number ${number}.${item}, behaviour ${behaviour}` };
    });
    const body = { defaults: { capability: "text-to-image" }, items };
    const batchId = await order(idempotencyKey, "/v1/batches", body, ({ batchId: id }) => id);
    const answer = await insist(`/v1/batches/${batchId}`, { headers: { "x-api-key": key } });
    const batch = (await answer.json()) as { items?: { data: { jobId: string }[] } };
    for (const [item, { jobId }] of (batch.items?.data ?? []).entries()) {
      accepted.set(`${idempotencyKey}.${item}`, jobId);
    }
    return batchId;
  }

  /** What is promised for it. An impatient caller asks twice at once, and is promised one. */
  async function order(
    idempotencyKey: string,
    path: string,
    body: object,
    idOf: (promise: { jobId?: string; batchId?: string }) => string | undefined,
  ): Promise<string> {
    const init = {
      method: "POST",
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify(body),
    };
    const count = random.next() < twiceShare ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: count }, async () => insist(path, init)),
    );
    const ids = await Promise.all(
      answers.map(async (answer) => {
        const promise = (await answer.json()) as { jobId?: string; batchId?: string };
        const id = idOf(promise);
        if (answer.status !== 202 || id === undefined) {
          surprises.push(`${idempotencyKey}: ${answer.status} ${JSON.stringify(promise)}`);
        }
        return id ?? "";
      }),
    );
    if (new Set(ids).size > 1) surprises.push(`${idempotencyKey}: ${ids.join(" and ")}`);
    const [id = ""] = ids;
    return id;
  }

  async function cancelLater(path: string): Promise<void> {
    await delay(random.next() * 3_000);
    await call(path, { method: "POST", headers: { "x-api-key": key } });
  }

  async function untilEnded(jobId: string): Promise<void> {
    for (;;) {
      const answer = await insist(`/v1/jobs/${jobId}`, { headers: { "x-api-key": key } });
      const { finishedAt } = (await answer.json()) as { finishedAt?: string | null };
      if (typeof finishedAt === "string") return;
      await delay(500);
    }
  }

  return {
    accepted,
    surprises,
    async send(number) {
      if (random.next() < batchShare) {
        const batchId = await createBatch(number);
        if (random.next() < cancelShare) await cancelLater(`/v1/batches/${batchId}/cancel`);
        return;
      }
      const jobId = await create(number);
      const dice = random.next();
      if (dice < cancelShare) {
        await cancelLater(`/v1/jobs/${jobId}/cancel`);
      } else if (dice < cancelShare + retryShare) {
        await untilEnded(jobId);
        await orderJob(`retry of order-${number}`, `/v1/jobs/${jobId}/retry`, {});
      }
    },
  };
}

import { setTimeout as delay } from "node:timers/promises";

import { type Behaviour, chooseBehaviour, plainBehaviour } from "./behaviours.ts";
import { followEvents } from "./event-follower.ts";
import type { ChaosOrganization } from "./organizations.ts";
import { chaosProviders, chaosStudio } from "./providers.ts";
import type { Random } from "./random.ts";

export interface TrafficOptions {
  readonly apiUrls: readonly string[];
  /** Behaviours of providers for the requests. */
  readonly behaviours: readonly Behaviour[];
  readonly organizations: readonly ChaosOrganization[];
  readonly random: Random;
  readonly signal: AbortSignal;
}

export interface Traffic {
  /** Organization and idempotency key → the id of the accepted job. */
  readonly accepted: ReadonlyMap<string, string>;
  /** Unexpected observations of a caller. */
  readonly surprises: readonly string[];
  /** Sends one job or batch, as a caller that retries indefinitely, and cancels some. */
  send(number: number): Promise<void>;
  /** Sends a plain job for an organization and returns its id. */
  sendPlain(organization: ChaosOrganization, name: string): Promise<string>;
  /** Resolves when a job has ended, with its status. */
  untilEnded(organization: ChaosOrganization, jobId: string): Promise<string>;
}

const cancelShare = 0.2;
const twiceShare = 0.2;
const retryShare = 0.12;
const followShare = 0.2;
const batchShare = 0.06;
const batchItems = 3;
const studioShare = 0.15;
const callMs = 10_000;

export function createTraffic({
  apiUrls,
  behaviours,
  organizations,
  random,
  signal,
}: TrafficOptions): Traffic {
  const accepted = new Map<string, string>();
  const surprises: string[] = [];

  async function call(path: string, init: RequestInit): Promise<Response | null> {
    try {
      const response = await fetch(`${random.pick(apiUrls)}${path}`, {
        ...init,
        signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
      });
      // The response's body can be cut off, too.
      return new Response(await response.text(), response);
    } catch {
      return null;
    }
  }

  /** Retries until the response is final. */
  async function insist(path: string, init: RequestInit): Promise<Response> {
    for (;;) {
      const response = await call(path, init);
      if (response !== null && response.status < 500 && response.status !== 409) return response;
      signal.throwIfAborted();
      await delay(100 + random.next() * 200);
    }
  }

  /** Draws a request for one provider with studio as the alternative, or for studio alone. */
  function draw(name: string): { prompt: string; choice: object } {
    const prompt = promptOf(name, chooseBehaviour(behaviours, random.next()));
    if (random.next() < studioShare) return { prompt, choice: { model: "studio-image" } };
    const { slug } = random.pick(chaosProviders);
    return { prompt, choice: { routing: { allow: [slug, chaosStudio.slug] } } };
  }

  async function create(organization: ChaosOrganization, number: number): Promise<string> {
    const { prompt, choice } = draw(`number ${number}`);
    const body = { message: prompt, capability: "text-to-image", ...choice };
    return orderJob(organization, `order-${number}`, "/v1/chat", body);
  }

  async function orderJob(
    organization: ChaosOrganization,
    idempotencyKey: string,
    path: string,
    body: object,
  ): Promise<string> {
    const jobId = await order(organization, idempotencyKey, path, body, ({ jobId: id }) => id);
    accepted.set(`${organization.organizationId} ${idempotencyKey}`, jobId);
    return jobId;
  }

  /** The items vary as single jobs do. */
  async function createBatch(organization: ChaosOrganization, number: number): Promise<string> {
    const idempotencyKey = `batch-${number}`;
    const items = Array.from({ length: batchItems }, (_, item) => {
      const { prompt, choice } = draw(`number ${number}.${item}`);
      return { prompt, ...choice };
    });
    const body = { defaults: { capability: "text-to-image" }, items };
    const batchId = await order(
      organization,
      idempotencyKey,
      "/v1/batches",
      body,
      ({ batchId: id }) => id,
    );
    const headers = { "x-api-key": organization.key };
    const answer = await insist(`/v1/batches/${batchId}`, { headers });
    const batch = (await answer.json()) as { items?: { data: { jobId: string }[] } };
    for (const [item, { jobId }] of (batch.items?.data ?? []).entries()) {
      accepted.set(`${organization.organizationId} ${idempotencyKey}.${item}`, jobId);
    }
    return batchId;
  }

  /**
   * Sends a request and returns the id of the accepted job or batch. An impatient caller sends it twice
   * concurrently and gets the same id.
   */
  async function order(
    { key }: ChaosOrganization,
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

  async function cancelLater({ key }: ChaosOrganization, path: string): Promise<void> {
    await delay(random.next() * 3_000);
    await call(path, { method: "POST", headers: { "x-api-key": key } });
  }

  async function untilEnded({ key }: ChaosOrganization, jobId: string): Promise<string> {
    for (;;) {
      const answer = await insist(`/v1/jobs/${jobId}`, { headers: { "x-api-key": key } });
      const { finishedAt, status } = (await answer.json()) as {
        finishedAt?: string | null;
        status: string;
      };
      if (typeof finishedAt === "string") return status;
      await delay(500);
    }
  }

  async function follow({ key }: ChaosOrganization, jobId: string): Promise<void> {
    const pickUrl = () => random.pick(apiUrls);
    const wrong = await followEvents({ jobId, key, pickUrl, signal });
    if (wrong !== null) surprises.push(wrong);
  }

  return {
    accepted,
    surprises,
    untilEnded,
    sendPlain: async (organization, name) =>
      orderJob(organization, name, "/v1/chat", {
        message: promptOf(name, plainBehaviour),
        capability: "text-to-image",
        model: "studio-image",
      }),
    async send(number) {
      const organization = random.pick(organizations);
      if (random.next() < batchShare) {
        const batchId = await createBatch(organization, number);
        if (random.next() < cancelShare) {
          await cancelLater(organization, `/v1/batches/${batchId}/cancel`);
        }
        return;
      }
      const jobId = await create(organization, number);
      const dice = random.next();
      if (dice < cancelShare) {
        await cancelLater(organization, `/v1/jobs/${jobId}/cancel`);
      } else if (dice < cancelShare + retryShare) {
        await untilEnded(organization, jobId);
        await orderJob(organization, `retry of order-${number}`, `/v1/jobs/${jobId}/retry`, {});
      } else if (dice < cancelShare + retryShare + followShare) {
        await follow(organization, jobId);
      }
    },
  };
}

function promptOf(name: string, behaviour: Behaviour): string {
  return `a red fox, ${name}, behaviour ${behaviour.name}`;
}

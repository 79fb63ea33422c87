import { setTimeout as delay } from "node:timers/promises";

import { conversationIdOf } from "#domain/conversations/conversation-id.ts";

import { type Behaviour, chooseBehaviour, plainBehaviour } from "./behaviours.ts";
import { followEvents } from "./event-follower.ts";
import type { ChaosOrganization } from "./organizations.ts";
import { behavioursOfRun, type ChaosPipeline, chaosPipelines } from "./pipelines.ts";
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
  /** Ids of accepted messages that belong to a conversation → the id of the conversation. */
  readonly messages: ReadonlyMap<string, string>;
  /** Unexpected observations of a caller. */
  readonly surprises: readonly string[];
  /**
   * Sends one job, batch or run of a pipeline, as a caller that retries indefinitely, and cancels some. A run takes the
   * place of as many jobs as it has, so the load stays the same.
   */
  send(number: number): Promise<void>;
  /** Sends a plain job for an organization and returns its id. */
  sendPlain(organization: ChaosOrganization, name: string): Promise<string>;
  /** Resolves when a job has ended, with its status. */
  untilEnded(organization: ChaosOrganization, jobId: string): Promise<string>;
}

/** Response to a request that creates something. */
interface Accepted {
  readonly jobId?: string;
  readonly batchId?: string;
  readonly pipelineId?: string;
}

interface EndedJob {
  readonly status: string;
  readonly question?: {
    readonly options: readonly { readonly request: { path: string; body: object } }[];
  } | null;
}

const cancelShare = 0.2;
const twiceShare = 0.2;
const retryShare = 0.12;
const followShare = 0.2;
const batchShare = 0.06;
const batchItems = 3;
const runShare = 0.2;
const conversationShare = 0.1;
/** Sent one after the other, without waiting for the result of the one before. */
const followUps = ["again", "make it wider"] as const;
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
  const messages = new Map<string, string>();
  const surprises: string[] = [];
  /** Organization and name of a pipeline → its id. */
  const pipelineIds = new Map<string, Promise<string>>();
  /** Sends whose place a run has taken. */
  let placesTaken = 0;

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
    idOf: (promise: Accepted) => string | undefined,
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
        const promise = (await answer.json()) as Accepted;
        const id = idOf(promise);
        if (!answer.ok || id === undefined) {
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

  async function untilEnded({ key }: ChaosOrganization, jobId: string): Promise<EndedJob> {
    for (;;) {
      const answer = await insist(`/v1/jobs/${jobId}`, { headers: { "x-api-key": key } });
      const job = (await answer.json()) as EndedJob & { finishedAt?: string | null };
      if (typeof job.finishedAt === "string") return job;
      await delay(500);
    }
  }

  async function findPipeline(
    organization: ChaosOrganization,
    { name, definition }: ChaosPipeline,
  ): Promise<string> {
    const pipeline = `${organization.organizationId} ${name}`;
    const created =
      pipelineIds.get(pipeline) ??
      order(organization, name, "/v1/pipelines", { name, definition }, (it) => it.pipelineId);
    pipelineIds.set(pipeline, created);
    return created;
  }

  /** Sends a message and follow-ups. The conversation is stored with its first message, or when the second one names it. */
  async function sendConversation(organization: ChaosOrganization, number: number): Promise<void> {
    const { prompt, choice } = draw(`number ${number}`);
    const body = { message: prompt, capability: "text-to-image", ...choice };
    const isNew = random.next() < 0.5 ? { conversationId: "new" } : {};
    const key = `message-${number}`;
    const first = await orderJob(organization, `${key}.0`, "/v1/chat", { ...body, ...isNew });
    const conversationId = conversationIdOf(first);
    messages.set(first, conversationId);
    for (const [index, message] of followUps.entries()) {
      const followUp = { message, parseIntent: true, conversationId };
      const jobId = await orderJob(organization, `${key}.${index + 1}`, "/v1/chat", followUp);
      messages.set(jobId, conversationId);
    }
  }

  /** Starts a run. One that has not completed is resumed once: with a response, a retry, or with other inputs. */
  async function sendRun(
    organization: ChaosOrganization,
    pipeline: ChaosPipeline,
    number: number,
  ): Promise<void> {
    const path = `/v1/pipelines/${await findPipeline(organization, pipeline)}/runs`;
    const chosen = Array.from(
      { length: behavioursOfRun },
      () => chooseBehaviour(behaviours, random.next()).name,
    );
    const inputs = { name: `run ${number}`, behaviours: chosen };
    const runId = await orderJob(organization, `run-${number}`, path, { inputs });
    await cancelOrFollow(organization, runId);
    const { status, question } = await untilEnded(organization, runId);
    if (status === "completed") return;
    // The request of the first step stays, so the new run reuses what the step made.
    const edited = chosen.map((name, position) => (position === 0 ? name : plainBehaviour.name));
    const next =
      question?.options[0]?.request ??
      random.pick([
        { path: `/v1/jobs/${runId}/retry`, body: {} },
        { path, body: { resumeFrom: runId, inputs: { behaviours: edited } } },
      ]);
    const nextId = await orderJob(organization, `resume of run-${number}`, next.path, next.body);
    await cancelOrFollow(organization, nextId);
  }

  async function cancelOrFollow(organization: ChaosOrganization, runId: string): Promise<void> {
    const dice = random.next();
    if (dice < cancelShare) await cancelLater(organization, `/v1/jobs/${runId}/cancel`);
    else if (dice < cancelShare + followShare) await follow(organization, runId);
  }

  async function follow({ key }: ChaosOrganization, jobId: string): Promise<void> {
    const pickUrl = () => random.pick(apiUrls);
    const wrong = await followEvents({ jobId, key, pickUrl, signal });
    if (wrong !== null) surprises.push(wrong);
  }

  return {
    accepted,
    messages,
    surprises,
    untilEnded: async (organization, jobId) => (await untilEnded(organization, jobId)).status,
    sendPlain: async (organization, name) =>
      orderJob(organization, name, "/v1/chat", {
        message: promptOf(name, plainBehaviour),
        capability: "text-to-image",
        model: "studio-image",
      }),
    async send(number) {
      if (placesTaken > 0) {
        placesTaken -= 1;
        return;
      }
      const organization = random.pick(organizations);
      if (random.next() < runShare) {
        const pipeline = random.pick(chaosPipelines);
        placesTaken = pipeline.jobs - 1;
        return sendRun(organization, pipeline, number);
      }
      if (random.next() < conversationShare) {
        placesTaken = followUps.length;
        return sendConversation(organization, number);
      }
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

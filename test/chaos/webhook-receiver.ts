import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

import { Webhook } from "standardwebhooks";

import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

import type { Random } from "./random.ts";

/** The webhook servers of all organizations. */
export interface WebhookReceiver {
  /** URL for the organization with this index. */
  urlOf(index: number): string;
  /** Sets the signing secret of each organization, by index, once the endpoints exist. */
  trust(secrets: readonly string[]): void;
  /** Called when a message has arrived, before the response; the returned promise is awaited. */
  watch(listener: () => Promise<void>): void;
  /** Job or batch, and type → the ids of its messages that were acknowledged with 2xx. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  /** Messages with an invalid signature or an unknown path. */
  readonly forged: readonly string[];
  close(): Promise<void>;
}

const refusedShare = 0.2;

/** Starts a receiver that refuses or resets the first attempt of some messages. */
export async function startWebhookReceiver(random: Random): Promise<WebhookReceiver> {
  const told = new Map<string, Set<string>>();
  const forged: string[] = [];
  const refused = new Set<string>();
  let webhooks: readonly Webhook[] = [];
  let listen: () => Promise<void> = async () => undefined;
  const { server, url, close } = await listenOnFreePort();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers["webhook-id"]);
    const body = (await buffer(request)).toString("utf8");
    try {
      const webhook = webhooks[Number(request.url?.slice(1))];
      if (webhook === undefined) throw new Error(`nobody receives at ${request.url}`);
      webhook.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      forged.push(`${id}: ${(error as Error).message}`);
    }
    await listen();
    const dice = random.next();
    if (dice < refusedShare && !refused.has(id)) {
      refused.add(id);
      if (dice < refusedShare / 2) request.socket.destroy();
      else response.writeHead(503).end();
      return;
    }
    const { type, data } = JSON.parse(body) as {
      type: string;
      data: { jobId?: string; batchId?: string };
    };
    const about = data.jobId ?? data.batchId;
    const news = `${about} ${type}`;
    if (about !== undefined) told.set(news, (told.get(news) ?? new Set()).add(id));
    response.writeHead(204).end();
  }
  server.on("request", (request, response) => {
    // The sender may be killed in the middle of a message.
    receive(request, response).catch(() => undefined);
  });

  return {
    urlOf: (index) => `${url}/${index}`,
    trust: (secrets) => {
      webhooks = secrets.map((secret) => new Webhook(secret));
    },
    watch: (listener) => {
      listen = listener;
    },
    told,
    forged,
    close,
  };
}

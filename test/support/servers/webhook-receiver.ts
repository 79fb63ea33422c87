import type { IncomingMessage, ServerResponse } from "node:http";

import { Webhook } from "standardwebhooks";

import { listenOnFreePort } from "./listen-on-free-port.ts";

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Handles the n-th request, counted from 1 since the last call of `behave`. */
export type ReceiverBehaviour = (response: ServerResponse, count: number) => void | Promise<void>;

export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Without an argument, accepts everything again. */
  behave(behaviour?: ReceiverBehaviour): void;
  close(): Promise<void>;
}

const accept: ReceiverBehaviour = (response) => void response.writeHead(204).end();

/** Starts a server that records webhook requests, as a customer's server receives them. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const { server, url, close } = await listenOnFreePort();
  const received: ReceivedWebhook[] = [];
  let behaviour = accept;
  let count = 0;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ path: request.url ?? "", headers, body });
      count += 1;
      void behaviour(response, count);
    });
  });
  return {
    url,
    received,
    close,
    behave(next = accept) {
      behaviour = next;
      count = 0;
    },
  };
}

/** Verifies a message with the official package; throws when the signature is invalid. */
export function verifyWebhook(
  { body, headers }: ReceivedWebhook,
  secret: string,
): { type: string; timestamp: string; data: Record<string, unknown> } {
  return new Webhook(secret).verify(body, headers) as ReturnType<typeof verifyWebhook>;
}

import { Agent, request as requestHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as requestHttps } from "node:https";
import { pipeline } from "node:stream/promises";

import { readAnswer } from "./read-answer.ts";
import type { EncodedBody } from "./request-body.ts";

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: EncodedBody | undefined;
  readonly signal: AbortSignal;
  /** Whether a connection of an earlier request may be used; its end may cross with our request. */
  readonly mayReuse: boolean;
  readonly answerBytesMax: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** `isUnsent`: the other side cannot have the whole request. */
export type Outcome =
  | { readonly state: "answered"; readonly answer: RawAnswer }
  | { readonly state: "too_large"; readonly answer: Omit<RawAnswer, "bytes"> }
  | { readonly state: "lost"; readonly isUnsent: boolean; readonly cause: unknown };

const keptAlive = {
  http: new Agent({ keepAlive: true, timeout: 10_000 }),
  https: new SecureAgent({ keepAlive: true, timeout: 10_000 }),
};

/**
 * One request over HTTP/1.1: no retry, no redirect, no decoding. It knows whether the whole request
 * has left: the runtime's `fetch` cannot tell a connection that broke while the body was being sent
 * from one that broke after it.
 */
export async function exchange(request: Exchange): Promise<Outcome> {
  const { body } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = open(request);
  // The last byte went to the system: before that, the other side cannot have all.
  let isSent = false;
  outgoing.on("finish", () => {
    isSent = true;
  });
  outgoing.on("response", resolve);
  outgoing.on("error", reject);
  // An answer may come before the body has gone, "too large" for instance: then this is too late.
  send(outgoing, body).catch(reject);
  try {
    const response = await promise;
    const answer = { status: response.statusCode ?? 0, headers: plainHeaders(response) };
    const bytes = await readAnswer(response, request.answerBytesMax);
    if (bytes === null) return { state: "too_large", answer };
    return { state: "answered", answer: { ...answer, bytes } };
  } catch (cause) {
    return { state: "lost", isUnsent: !isSent, cause };
  } finally {
    if (!isSent || !request.mayReuse) outgoing.destroy();
  }
}

function open({ method, url, headers, body, signal, mayReuse }: Exchange): ClientRequest {
  const isSecure = url.protocol === "https:";
  return (isSecure ? requestHttps : requestHttp)(url, {
    method,
    signal,
    // A connection of its own for what is sent once: a kept one may be ending right now.
    agent: mayReuse ? keptAlive[isSecure ? "https" : "http"] : false,
    headers: {
      ...headers,
      // What arrives is measured as it is.
      "accept-encoding": "identity",
      ...(body === undefined
        ? bodyless(method)
        : { "content-type": body.contentType, "content-length": String(body.bytes) }),
    },
  });
}

function bodyless(method: string): Record<string, string> {
  return method === "GET" || method === "HEAD" ? {} : { "content-length": "0" };
}

async function send(outgoing: ClientRequest, body: EncodedBody | undefined): Promise<void> {
  if (body === undefined) outgoing.end();
  else await pipeline(body.open(), outgoing);
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

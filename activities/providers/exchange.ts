import { Agent, request as requestHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as requestHttps } from "node:https";
import { pipeline } from "node:stream/promises";

import { guardedLookup } from "./guarded-lookup.ts";
import { readResponse } from "./read-response.ts";
import type { EncodedBody } from "./request-body.ts";

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: EncodedBody | undefined;
  readonly signal: AbortSignal;
  /** Allows a kept-alive connection. The provider may close such a connection just as the request is sent. */
  readonly mayReuse: boolean;
  readonly responseBytesMax: number;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** `isUnsent`: the provider cannot have received the whole request. */
export type Outcome =
  | { readonly state: "answered"; readonly answer: RawResponse }
  | { readonly state: "too_large"; readonly answer: Omit<RawResponse, "bytes"> }
  | { readonly state: "lost"; readonly isUnsent: boolean; readonly cause: unknown };

const keptAlive = {
  http: new Agent({ keepAlive: true, timeout: 10_000 }),
  https: new SecureAgent({ keepAlive: true, timeout: 10_000 }),
};

/**
 * Sends one request over HTTP/1.1 without retries, redirects or decoding. Reports whether the whole request
 * was sent: the runtime's `fetch` cannot distinguish a connection that broke while the body was being sent
 * from one that broke afterwards.
 */
export async function exchange(request: Exchange): Promise<Outcome> {
  const { body } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = open(request);
  // True when the last byte was passed to the operating system. Before that, the provider cannot have the
  // whole request.
  let isSent = false;
  outgoing.on("finish", () => {
    isSent = true;
  });
  outgoing.on("response", resolve);
  outgoing.on("error", reject);
  // A response may arrive before the whole body is sent, for example 413. A later failure to send is then
  // ignored.
  send(outgoing, body).catch(reject);
  try {
    const response = await promise;
    const answer = { status: response.statusCode ?? 0, headers: plainHeaders(response) };
    const bytes = await readResponse(response, request.responseBytesMax);
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
    lookup: guardedLookup,
    // A separate connection for requests that are sent once: a kept-alive one may be closing.
    agent: mayReuse ? keptAlive[isSecure ? "https" : "http"] : false,
    headers: {
      ...headers,
      // Responses are measured uncompressed.
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

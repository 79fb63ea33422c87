import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

import { mediaFile, mediaTypes, type MediaName } from "./media-files.ts";
import type { ProviderDocument } from "./provider-document.ts";

/** The only key that simulated providers accept. */
export const simulatorKey = "sim-key-0123456789";

/** Fault of a request's connection or response. */
export type Fault =
  /** The connection breaks before the request is read: nothing is made. */
  | "reset_on_arrival"
  /** 503 with Retry-After: nothing is made. */
  | "error_before"
  /** Redirects to another URL: nothing is made. */
  | "redirect"
  /** Accepts the request, then responds with 500. */
  | "error_after"
  /** Accepts the request, then breaks the connection. */
  | "reset"
  /** Accepts the request and never responds. */
  | "silent"
  /** Accepts the request; the response ends halfway. */
  | "truncated"
  /** Accepts the request; the response never ends. */
  | "oversized"
  /** Accepts the request; responds with a proxy's HTML page. */
  | "not_json";

export const faultsBefore = ["reset_on_arrival", "error_before", "redirect"] as const;
export const faultsAfter = [
  "error_after",
  "reset",
  "silent",
  "truncated",
  "oversized",
  "not_json",
] as const satisfies readonly Fault[];

export interface Scenario {
  /** Name of the protocol's refusal with which a paid request is rejected. */
  readonly refusal?: string;
  readonly paidFault?: Fault;
  readonly questionFault?: Fault;
  /** Number of polls that report it as running; default 1. */
  readonly runningPolls?: number;
  /** The status value of every poll response. */
  readonly status?: string;
  /** Number of result URLs that have expired when they are fetched. */
  readonly expiredResults?: number;
}

export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface SimulatorAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly contentType?: string;
}

/** The test's context, as a simulated provider sees it. */
export interface World {
  readonly url: string;
  readonly scenario: Scenario;
  newId(): string;
  /** Returns a URL from which a file can be fetched once. */
  publish(name: MediaName): string;
}

/** A provider's documented protocol. Created for each simulator, so each has its own jobs. */
export interface Protocol {
  /** True when the provider may bill the request. */
  isPaid(request: Received): boolean;
  answer(request: Received, world: World): SimulatorAnswer | Promise<SimulatorAnswer>;
  /** Responses that may reject a paid request, by name: `moderated`, `balance`, `rate_limited` … */
  readonly refusals: Readonly<Record<string, SimulatorAnswer>>;
}

export interface Simulator {
  /** Includes the path of the row's base URL. */
  readonly url: string;
  /** All requests that arrived completely, except file downloads. */
  readonly requests: readonly Received[];
  readonly refusals: Protocol["refusals"];
  /** Number of paid requests that arrived, completely or not. */
  submissions(): number;
  /** Number of accepted paid requests: the ones that a provider would bill. */
  billed(): number;
  /** Number of requests to the target of the redirect. */
  strays(): number;
  /** Accepted requests and their responses. */
  exchanges(): readonly { readonly request: Received; readonly answer: SimulatorAnswer }[];
  /** Errors of the test itself: an accepted request, or a response, that the provider's document forbids. */
  faults(): readonly string[];
  play(scenario: Scenario): void;
  close(): Promise<void>;
}

/** Announced and not sent, which is as long for the reader; `activities/providers/http.test.ts` sends what it did not announce. */
const oversizedBytes = 65 * 1024 * 1024;

/** Starts a provider on a socket: combines the given protocol with all simulated faults. */
export async function startSimulator(
  protocol: Protocol,
  {
    basePath = "",
    document,
  }: {
    readonly basePath?: string;
    /** The provider's OpenAPI document, which validates each accepted request and each response. */
    readonly document?: ProviderDocument;
  } = {},
): Promise<Simulator> {
  const { server, url, close } = await listenOnFreePort();
  const requests: Received[] = [];
  const files = new Map<string, MediaName>();
  let scenario: Scenario = {};
  let published = 0;
  let submissions = 0;
  let billed = 0;
  let strays = 0;
  const exchanges: { readonly request: Received; readonly answer: SimulatorAnswer }[] = [];
  const faults: string[] = [];

  const world: World = {
    url,
    get scenario() {
      return scenario;
    },
    newId: () => randomUUID(),
    publish(name) {
      published += 1;
      const path = `/files/${randomUUID()}.${name}`;
      if (published > (scenario.expiredResults ?? 0)) files.set(path, name);
      return `${url}${path}`;
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const address = new URL(request.url ?? "/", url);
    if (address.pathname === "/elsewhere") {
      strays += 1;
      return sendAnswer(response, { json: {} });
    }
    if (address.pathname.startsWith("/files/")) return sendFile(response, address.pathname);
    const head = { method, url: address, headers: headers as Received["headers"] };
    const isPaid = protocol.isPaid({ ...head, body: Buffer.alloc(0) });
    const fault = isPaid ? scenario.paidFault : scenario.questionFault;
    if (isPaid) submissions += 1;
    if (fault === "reset_on_arrival") return void request.socket.destroy();
    const received = { ...head, body: await buffer(request) };
    requests.push(received);
    if (fault === "error_before") {
      return sendAnswer(response, { status: 503, headers: { "retry-after": "3" }, json: {} });
    }
    if (fault === "redirect") {
      return sendAnswer(response, { status: 307, headers: { location: `${url}/elsewhere` } });
    }
    const answer = await answerOf(received, isPaid);
    const problems = (await document?.problems(received, answer)) ?? [];
    if (problems.length > 0) throw new Error(problems.join("; "));
    if ((answer.status ?? 200) < 300) exchanges.push({ request: received, answer });
    if (isPaid && (answer.status ?? 200) < 300) billed += 1;
    if (fault === undefined) sendAnswer(response, answer);
    else spoil(response, answer, fault);
  }

  async function answerOf(received: Received, isPaid: boolean): Promise<SimulatorAnswer> {
    if (!isPaid || scenario.refusal === undefined) return protocol.answer(received, world);
    const refusal = protocol.refusals[scenario.refusal];
    if (refusal === undefined) throw new Error(`no refusal ${scenario.refusal}`);
    return refusal;
  }

  function sendFile(response: ServerResponse, path: string): void {
    const name = files.get(path);
    if (name === undefined) return sendAnswer(response, { status: 404, json: {} });
    sendAnswer(response, { bytes: mediaFile(name), contentType: mediaTypes[name] });
  }

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch((error: unknown) => {
      faults.push(`${request.method} ${request.url}: ${String(error)}`);
      // Reports an error of the test itself: no protocol uses 418.
      sendAnswer(response, { status: 418, json: { fault: String(error) } });
    });
  });

  return {
    url: `${url}${basePath}`,
    requests,
    refusals: protocol.refusals,
    submissions: () => submissions,
    billed: () => billed,
    strays: () => strays,
    exchanges: () => exchanges,
    faults: () => faults,
    play: (next) => {
      scenario = next;
    },
    close,
  };
}

function sendAnswer(response: ServerResponse, answer: SimulatorAnswer): void {
  const { status = 200, headers = {} } = answer;
  const { body, contentType } = bodyOf(answer);
  response
    .writeHead(status, {
      "content-type": contentType,
      "content-length": body.byteLength,
      ...headers,
    })
    .end(body);
}

function bodyOf({ json, bytes, contentType }: SimulatorAnswer): {
  body: Uint8Array;
  contentType: string;
} {
  if (bytes !== undefined) {
    return { body: bytes, contentType: contentType ?? "application/octet-stream" };
  }
  return { body: Buffer.from(JSON.stringify(json ?? null)), contentType: "application/json" };
}

function spoil(response: ServerResponse, answer: SimulatorAnswer, fault: Fault): void {
  const { body, contentType } = bodyOf(answer);
  switch (fault) {
    case "reset":
      response.destroy();
      return;
    case "silent":
      return;
    case "error_after":
      sendAnswer(response, { status: 500, json: {} });
      return;
    case "truncated": {
      response.writeHead(200, { "content-type": contentType, "content-length": body.byteLength });
      const half = body.subarray(0, Math.floor(body.byteLength / 2));
      response.write(half, () => response.destroy());
      return;
    }
    case "oversized":
      response.writeHead(200, { "content-type": contentType, "content-length": oversizedBytes });
      response.write(" ");
      return;
    case "not_json":
      sendAnswer(response, { bytes: Buffer.from("<html>busy</html>"), contentType: "text/html" });
      return;
    case "reset_on_arrival":
    case "error_before":
    case "redirect":
      throw new Error(`${fault} comes before the answer`);
  }
}

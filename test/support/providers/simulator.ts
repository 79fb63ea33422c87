import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

import { listenOnFreePort } from "#test/support/listen-on-free-port.ts";

import { mediaFile, mediaTypes, type MediaName } from "./media-files.ts";

/** The only key that simulated providers know. */
export const simulatorKey = "sim-key-0123456789";

/** What happens to the connection, or to the answer, of a request. */
export type Fault =
  /** The connection breaks before the request was read: nothing is made. */
  | "reset_on_arrival"
  /** 503 with Retry-After: nothing is made. */
  | "error_before"
  /** Leads to another address: nothing is made. */
  | "redirect"
  /** Taken, then 500. */
  | "error_after"
  /** Taken, then the connection breaks. */
  | "reset"
  /** Taken, and never answered. */
  | "silent"
  /** Taken; the answer ends in its middle. */
  | "truncated"
  /** Taken; the answer does not end. */
  | "oversized"
  /** Taken; a page of a proxy instead of the answer. */
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
  /** Says no to a paid request, by the name of one of the protocol's refusals. */
  readonly refusal?: string;
  readonly paidFault?: Fault;
  readonly questionFault?: Fault;
  /** Questions that find it running; 1 unless told. */
  readonly runningPolls?: number;
  /** The status word of every answer to a question. */
  readonly status?: string;
  /** How many addresses of results have expired by the time they are fetched. */
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

/** What a simulated provider knows of the test that it plays in. */
export interface World {
  readonly url: string;
  readonly scenario: Scenario;
  newId(): string;
  /** An address at which a file can be fetched, once. */
  publish(name: MediaName): string;
}

/** A provider's documented protocol. Made anew for each simulator, so its jobs are its own. */
export interface Protocol {
  /** Whether the provider may bill for it. */
  isPaid(request: Received): boolean;
  answer(request: Received, world: World): SimulatorAnswer | Promise<SimulatorAnswer>;
  /** What a paid request may be answered instead, by name: `moderated`, `balance`, `rate_limited` … */
  readonly refusals: Readonly<Record<string, SimulatorAnswer>>;
}

export interface Simulator {
  /** With the path that the row's base address has. */
  readonly url: string;
  /** All requests that arrived whole, those for files excepted. */
  readonly requests: readonly Received[];
  readonly refusals: Protocol["refusals"];
  /** Paid requests that arrived, whole or not. */
  submissions(): number;
  /** Paid requests that were taken: what the provider would bill. */
  billed(): number;
  /** Requests at the address that a redirect names. */
  strays(): number;
  play(scenario: Scenario): void;
  close(): Promise<void>;
}

const oversizedBytes = 65 * 1024 * 1024;

/** A provider on a socket: the protocol is given, and everything that can go wrong is here. */
export async function startSimulator(
  protocol: Protocol,
  { basePath = "" }: { basePath?: string } = {},
): Promise<Simulator> {
  const { server, url, close } = await listenOnFreePort();
  const requests: Received[] = [];
  const files = new Map<string, MediaName>();
  let scenario: Scenario = {};
  let published = 0;
  let submissions = 0;
  let billed = 0;
  let strays = 0;

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
      // A fault of the test itself: 418 is in nobody's protocol.
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
      response.writeHead(200, { "content-type": contentType });
      response.end(Buffer.alloc(oversizedBytes, " "));
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

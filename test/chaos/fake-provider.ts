import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";
import { startTcpProxy, type TcpProxy } from "#test/support/servers/tcp-proxy.ts";

import { type Answer, type Behaviour, behaviourOf, plainBehaviour } from "./behaviours.ts";
import type { Journal } from "./journal.ts";
import type { ChaosProvider } from "./providers.ts";

/** Instants that only the provider sees: request received, response sent, file half sent. */
export type ProviderInstant = "received" | "answered" | "half sent";

/** A generation at the provider, running or finished. */
export interface Made {
  readonly id: string;
  readonly provider: ChaosProvider;
  readonly account: string;
  readonly idempotencyKey: string;
  readonly madeAt: number;
  readonly behaviour: Behaviour;
  /** Time of cancellation while it was running; null without one. */
  canceledAt: number | null;
  /** True when the provider received a cancellation while it was running. */
  isAskedToStop: boolean;
  /** Processes that received the handle or the file in response to a POST. */
  readonly answered: { readonly member: string; readonly at: number }[];
  /** Processes that closed the connection of their POST before the response. */
  readonly hungUp: { readonly member: string; readonly at: number; readonly afterMs: number }[];
}

export type MadeStatus = "running" | "succeeded" | "failed" | "canceled";

export interface FakeProvider {
  readonly provider: ChaosProvider;
  /** A process reaches the provider at `<url>/<member>/<account>/v1/…`. */
  readonly url: string;
  readonly proxy: TcpProxy;
  readonly made: readonly Made[];
  /** Idempotency key → the history of its request, in order. */
  readonly log: ReadonlyMap<string, readonly string[]>;
  watch(listener: (instant: ProviderInstant) => Promise<void>): void;
  /** From now on the provider treats new requests as plain; requests that it has received keep their behaviour. */
  calmDown(): void;
  close(): Promise<void>;
}

const awayMs = 4_000;
/** Real providers forget an idempotency key after a day. */
const keyLifetimeMs = 24 * 3_600_000;

/** One transparent pixel. The bytes appended to the image differ for each generation. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function fileOf({ id }: Pick<Made, "id">): Buffer {
  return Buffer.concat([pixel, Buffer.from(id)]);
}

export function sha256Of(made: Pick<Made, "id">): string {
  return createHash("sha256").update(fileOf(made)).digest("hex");
}

export function statusOf({ behaviour, canceledAt, madeAt }: Made): MadeStatus {
  if (canceledAt !== null) return "canceled";
  if (Date.now() - madeAt < behaviour.workMs) return "running";
  return behaviour.end === "succeeds" ? "succeeded" : "failed";
}

/** True when the provider charges for the generation. */
export function isBilled(made: Made): boolean {
  const { bills } = made.provider;
  const status = statusOf(made);
  if (status === "failed") return bills.failed;
  return status === "canceled" ? bills.canceled : true;
}

/**
 * Starts a provider that speaks studio's protocol and fails as its behaviours define. Scopes idempotency keys
 * to one account and one day; without idempotency it generates for every request.
 */
export async function startFakeProvider(
  provider: ChaosProvider,
  journal: Journal,
): Promise<FakeProvider> {
  const made: Made[] = [];
  /** Idempotency key → the behaviour of its request and the number of POSTs. */
  const requests = new Map<string, { readonly behaviour: Behaviour; posts: number }>();
  let isCalm = false;
  const log = new Map<string, string[]>();
  let listen: (instant: ProviderInstant) => Promise<void> = async () => undefined;
  const { server, close } = await listenOnFreePort();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const proxy = await startTcpProxy(address);

  function note(key: string, what: string): void {
    log.set(key, [...(log.get(key) ?? []), `${journal.now()} ${what}`]);
  }

  function findKnown(account: string, idempotencyKey: string): Made | undefined {
    return made.find(
      (one) =>
        one.account === account &&
        one.idempotencyKey === idempotencyKey &&
        Date.now() - one.madeAt < keyLifetimeMs,
    );
  }

  function take({ account, idempotencyKey, behaviour }: Post): Made {
    const known = provider.class === "key" ? findKnown(account, idempotencyKey) : undefined;
    if (known !== undefined) return known;
    const one: Made = {
      id: `gen_${randomUUID()}`,
      provider,
      account,
      idempotencyKey,
      madeAt: Date.now(),
      behaviour,
      canceledAt: null,
      isAskedToStop: false,
      answered: [],
      hungUp: [],
    };
    made.push(one);
    return one;
  }

  async function submit(request: IncomingMessage, response: ServerResponse, place: Place) {
    const idempotencyKey = String(request.headers["idempotency-key"]);
    const { prompt } = JSON.parse(await text(request)) as { prompt?: string };
    // A media operation has no prompt.
    const drawn = prompt === undefined || isCalm ? plainBehaviour : behaviourOf(prompt);
    const received = requests.get(idempotencyKey) ?? { behaviour: drawn, posts: 0 };
    requests.set(idempotencyKey, received);
    const { behaviour } = received;
    const answer: Answer = behaviour.answers[received.posts] ?? { kind: "take" };
    received.posts += 1;
    const code = answer.kind === "refuse" ? ` ${answer.status}` : "";
    note(idempotencyKey, `POST from ${place.member} to ${place.account}: ${answer.kind}${code}`);
    await listen("received");
    const { socket } = request;
    switch (answer.kind) {
      case "lose request":
        socket.destroy();
        return;
      case "refuse":
        response.writeHead(answer.status, { "retry-after": "0" }).end("{}");
        return;
      case "lose answer":
      case "lose answer, go away":
        take({ ...place, idempotencyKey, behaviour });
        socket.destroy();
        if (answer.kind === "lose answer, go away") void goAway();
        return;
      case "take":
      case "take late":
    }
    const one = take({ ...place, idempotencyKey, behaviour });
    const { member } = place;
    const postedAt = Date.now();
    response.on("close", () => {
      const at = Date.now();
      if (response.writableFinished) one.answered.push({ member, at });
      else one.hungUp.push({ member, at, afterMs: at - postedAt });
      note(
        idempotencyKey,
        response.writableFinished ? `responded to ${member}` : `${member} hung up`,
      );
    });
    if (answer.kind === "take late") await delay(answer.afterMs);
    if (provider.class === "sync")
      await delay(Math.max(0, one.madeAt + behaviour.workMs - Date.now()));
    if (provider.class === "sync" && statusOf(one) === "failed") {
      response.writeHead(422).end("{}");
      return;
    }
    const body =
      provider.class === "sync" ? { file: fileOf(one).toString("base64") } : present(one);
    send(response, 200, body);
    await listen("answered");
  }

  async function goAway(): Promise<void> {
    const end = journal.begin("provider refuses connections after a lost answer", [provider.slug]);
    await proxy.setMode("refuse");
    await delay(awayMs);
    await proxy.setMode("forward");
    end();
  }

  async function sendFile(response: ServerResponse, one: Made): Promise<void> {
    const file = fileOf(one);
    response.writeHead(200, { "content-type": "image/png", "content-length": file.byteLength });
    response.write(file.subarray(0, file.byteLength / 2));
    await listen("half sent");
    response.end(file.subarray(file.byteLength / 2));
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://provider");
    const [, member = "", account = "", , collection, id, action] = url.pathname.split("/");
    if (url.pathname.endsWith("/health")) {
      send(response, 200, { status: "ok", running: 0, queued: 0 });
      return;
    }
    if (collection === "inputs") {
      await text(request);
      response.writeHead(204).end();
      return;
    }
    // The API does not add an account to the path, as workers do.
    if (url.pathname.endsWith("/v1/checks")) {
      const { requests } = JSON.parse(await text(request)) as { requests: unknown[] };
      send(response, 200, { data: requests.map(() => ({ issues: [] })) });
      return;
    }
    const place = { member, account };
    if (request.method === "POST" && id === undefined) return submit(request, response, place);
    if (collection === "generations" && id === undefined) {
      const key = url.searchParams.get("idempotencyKey") ?? "";
      const known = findKnown(account, key);
      note(key, `lookup from ${member}: ${known === undefined ? "unknown" : statusOf(known)}`);
      send(response, 200, { data: known === undefined ? [] : [present(known)] });
      return;
    }
    const one = made.find((each) => each.id === id && each.account === account);
    if (one === undefined) {
      send(response, 404, { error: { code: "generation_not_found", message: "" } });
      return;
    }
    if (action === "outputs") return sendFile(response, one);
    if (action === "cancel") {
      note(one.idempotencyKey, `cancel from ${member} while ${statusOf(one)}`);
      if (statusOf(one) === "running") {
        one.isAskedToStop = true;
        if (one.behaviour.stops) one.canceledAt = Date.now();
      }
    }
    send(response, 200, present(one));
  }
  server.on("request", (request, response) => {
    // The requesting process may be killed in the middle of its request.
    respond(request, response).catch(() => request.socket.destroy());
  });

  return {
    provider,
    url: `http://127.0.0.1:${proxy.port}`,
    proxy,
    made,
    log,
    watch: (listener) => {
      listen = listener;
    },
    calmDown() {
      isCalm = true;
    },
    async close() {
      await proxy.close();
      await close();
    },
  };
}

interface Place {
  readonly member: string;
  readonly account: string;
}

interface Post extends Place {
  readonly idempotencyKey: string;
  readonly behaviour: Behaviour;
}

/** Paths are relative to the base URL that the process used. */
function present(made: Made): object {
  const status = statusOf(made);
  const { id } = made;
  return {
    id,
    status,
    progress: 0.5,
    engine: { name: "fake", tier: "basic", limitation: "One pixel" },
    seed: 1,
    outputs:
      status === "succeeded"
        ? [
            {
              path: `/v1/generations/${id}/outputs/0`,
              contentType: "image/png",
              width: 1,
              height: 1,
            },
          ]
        : [],
    error: status === "failed" ? { code: "engine_failed", message: "out of paint" } : null,
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

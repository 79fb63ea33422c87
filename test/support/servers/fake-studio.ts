import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Behaviour of the fake for one submission. */
export type Behaviour =
  /** Succeeds with the response to the submission. */
  | { kind: "instant" }
  /** Runs until `release()` is called. */
  | { kind: "held" }
  /** Runs for this many polls. */
  | { kind: "polls"; count: number }
  /** Accepts the request and fails during generation. */
  | { kind: "fails"; message: string }
  /** Rejects the request as invalid. */
  | { kind: "refuses"; message: string }
  /** Runs until `release()` is called and ignores cancellations. */
  | { kind: "unstoppable" }
  /** Responds with this status and accepts nothing; a 503 has a Retry-After header. */
  | { kind: "broken"; status: 500 | 503 }
  /** Rejects the API key with 401. */
  | { kind: "unauthorized" }
  /** Accepts the request, responds only after `release()`, then runs until it is canceled. */
  | { kind: "stalls" }
  /** Responds with 429 this many times, then accepts the request. */
  | { kind: "busy"; times: number }
  /** Accepts the request and breaks the connection before the response, this many times. */
  | { kind: "loses-answer"; times: number }
  /** Accepts the request and breaks the connection, then rejects the same request this many times. */
  | { kind: "loses-answer-then-refuses"; status: 401 | 429; times: number };

/** Instants that only the provider sees: request received, response sent, file half sent. */
export type ProviderInstant = "received" | "answered" | "half sent";

interface Generation {
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly file: { readonly contentType: string; readonly bytes: Buffer; readonly text?: string };
  status: "queued" | "running" | "succeeded" | "failed" | "canceled";
  polls: number;
}

export interface FakeStudio {
  readonly url: string;
  /** Called for each new key; the default is instant. */
  behave(choose: (request: { prompt: string; key: string }) => Behaviour): void;
  /** Called at each instant; the returned promise is awaited. */
  watch(listener: (instant: ProviderInstant) => Promise<void>): void;
  /** Completes every held generation. */
  release(): void;
  /** Number of submissions per idempotency key, including those without a response. */
  readonly submissions: ReadonlyMap<string, number>;
  /** Generations that a provider would bill, by idempotency key. */
  readonly generations: ReadonlyMap<string, Generation>;
  readonly cancels: readonly string[];
  close(): Promise<void>;
}

/** One transparent pixel: a real file that can be stored and downloaded. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Files of the other kinds: as small as they can be to be recognized. */
const silence = Buffer.from(
  "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=",
  "base64",
);
const film = Buffer.from("\0\0\0\x10ftypisom\0\0\x02\0", "latin1");

function fileOf(capability: string | undefined): Generation["file"] {
  if (capability === "text-to-speech") return { contentType: "audio/wav", bytes: silence };
  if (capability === "text-to-video") return { contentType: "video/mp4", bytes: film };
  const isText = capability === "speech-to-text" || capability === "vision-analysis";
  if (!isText) return { contentType: "image/png", bytes: pixel };
  return { contentType: "text/plain", bytes: Buffer.from("Hello."), text: "Hello." };
}

/**
 * Starts an external provider that speaks studio's protocol over a socket and behaves as a test defines. The
 * engine's guarantees concern failing providers, and a real provider does not fail on demand.
 */
export async function startFakeStudio(): Promise<FakeStudio> {
  const generations = new Map<string, Generation>();
  const submissions = new Map<string, number>();
  const cancels: string[] = [];
  let released = Promise.withResolvers<void>();
  let listen: (instant: ProviderInstant) => Promise<void> = async () => undefined;
  let choose: (request: { prompt: string; key: string }) => Behaviour = () => ({ kind: "instant" });

  async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers["idempotency-key"]);
    const body = JSON.parse(await readBody(request)) as {
      prompt: string;
      capability?: string;
    };
    const attempts = (submissions.get(key) ?? 0) + 1;
    submissions.set(key, attempts);
    const behaviour = generations.get(key)?.behaviour ?? choose({ prompt: body.prompt, key });
    await listen("received");
    if (behaviour.kind === "busy" && attempts <= behaviour.times) {
      response.writeHead(429, { "retry-after": "0" }).end("{}");
      return;
    }
    if (behaviour.kind === "broken") {
      const headers = behaviour.status === 503 ? { "retry-after": "0" } : {};
      response.writeHead(behaviour.status, headers).end("{}");
      return;
    }
    if (behaviour.kind === "unauthorized") {
      response.writeHead(401).end("{}");
      return;
    }
    if (behaviour.kind === "refuses") {
      send(response, 422, { error: { code: "invalid_request", message: behaviour.message } });
      return;
    }
    if (
      behaviour.kind === "loses-answer-then-refuses" &&
      attempts > 1 &&
      attempts <= behaviour.times + 1
    ) {
      response.writeHead(behaviour.status, { "retry-after": "0" }).end("{}");
      return;
    }
    const known = generations.get(key);
    const generation = known ?? {
      id: `gen_${randomUUID()}`,
      behaviour,
      file: fileOf(body.capability),
      status: "running" as const,
      polls: 0,
    };
    generations.set(key, generation);
    if (behaviour.kind === "stalls") await released.promise;
    if (losesAnswer(behaviour, attempts)) {
      request.socket.destroy();
      return;
    }
    advance(generation);
    send(response, known === undefined ? 202 : 200, present(generation));
    await listen("answered");
  }

  /** Finds no problem in any request. */
  async function check(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { requests } = JSON.parse(await readBody(request)) as { requests: unknown[] };
    send(response, 200, { data: requests.map(() => ({ issues: [] })) });
  }

  async function sendOutput(
    response: ServerResponse,
    { contentType, bytes }: Generation["file"],
  ): Promise<void> {
    const headers = { "content-type": contentType, "content-length": bytes.byteLength };
    response.writeHead(200, headers);
    response.write(bytes.subarray(0, bytes.byteLength / 2));
    await listen("half sent");
    response.end(bytes.subarray(bytes.byteLength / 2));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://studio");
    const [, , collection, id, action] = url.pathname.split("/");
    if (url.pathname === "/health")
      return send(response, 200, { status: "ok", running: 0, queued: 0 });
    if (collection === "inputs")
      return void readBody(request).then(() => response.writeHead(204).end());
    if (collection === "checks") return void check(request, response);
    if (request.method === "POST" && id === undefined) return void submit(request, response);
    if (id === undefined) {
      const key = url.searchParams.get("idempotencyKey") ?? "";
      const found = generations.get(key);
      return send(response, 200, { data: found === undefined ? [] : [present(found)] });
    }
    const generation = [...generations.values()].find((entry) => entry.id === id);
    if (generation === undefined)
      return send(response, 404, { error: { code: "generation_not_found", message: "" } });
    if (action === "outputs") return void sendOutput(response, generation.file);
    if (action === "cancel") {
      cancels.push(id);
      if (generation.status === "running" && generation.behaviour.kind !== "unstoppable") {
        generation.status = "canceled";
      }
      return send(response, 200, present(generation));
    }
    generation.polls += 1;
    advance(generation);
    send(response, 200, present(generation));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    behave: (next) => {
      choose = next;
    },
    watch: (next) => {
      listen = next;
    },
    release: () => {
      released.resolve();
      released = Promise.withResolvers();
      for (const generation of generations.values()) {
        if (isHeld(generation.behaviour) && generation.status === "running") {
          generation.status = "succeeded";
        }
      }
    },
    submissions,
    generations,
    cancels,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function advance(generation: Generation): void {
  if (generation.status !== "running") return;
  const { behaviour } = generation;
  if (isHeld(behaviour) || behaviour.kind === "stalls") return;
  if (behaviour.kind === "fails") {
    if (generation.polls > 0) generation.status = "failed";
    return;
  }
  if (behaviour.kind === "polls" && generation.polls < behaviour.count) return;
  generation.status = "succeeded";
}

function losesAnswer(behaviour: Behaviour, attempts: number): boolean {
  if (behaviour.kind === "loses-answer-then-refuses") return attempts === 1;
  return behaviour.kind === "loses-answer" && attempts <= behaviour.times;
}

function isHeld({ kind }: Behaviour): boolean {
  return kind === "held" || kind === "unstoppable";
}

function present({ id, status, behaviour, file }: Generation): object {
  const { contentType, bytes, text } = file;
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
              index: 0,
              path: `/v1/generations/${id}/outputs/0`,
              contentType,
              bytes: bytes.byteLength,
              sha256: createHash("sha256").update(bytes).digest("hex"),
              ...(bytes === pixel ? { width: 1, height: 1 } : {}),
              ...(text === undefined ? {} : { text }),
            },
          ]
        : [],
    error:
      behaviour.kind === "fails" ? { code: "engine_failed", message: behaviour.message } : null,
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

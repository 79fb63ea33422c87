import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { listenOnFreePort } from "./listen-on-free-port.ts";

export type HashMatchBehaviour = "answers" | "fails" | "hangs" | "nonsense";

export interface FakeHashMatch {
  readonly url: string;
  /** Bodies of the requests, as sent. */
  readonly requests: string[];
  /** Hashes that the service knows. */
  readonly known: Set<string>;
  behave(behaviour: HashMatchBehaviour): void;
  close(): Promise<void>;
}

/** Starts a hash-match service, as docs/safety.md describes it. */
export async function startHashMatch(): Promise<FakeHashMatch> {
  const { server, url, close } = await listenOnFreePort();
  const requests: string[] = [];
  const known = new Set<string>();
  let behaviour: HashMatchBehaviour = "answers";

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    requests.push(body);
    if (behaviour === "hangs") return;
    response.statusCode = behaviour === "fails" ? 500 : 200;
    const { hashes } = JSON.parse(body) as { readonly hashes: readonly string[] };
    const matches = hashes.filter((hash) => known.has(hash));
    response.end(JSON.stringify(behaviour === "nonsense" ? { ok: true } : { matches }));
  }

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    void respond(request, response);
  });
  return { url, requests, known, close, behave: (next) => void (behaviour = next) };
}

import { createServer, type Server, type ServerResponse } from "node:http";

import type { Registry } from "prom-client";

import { listen } from "./net/listen.ts";
import type { Watchdog } from "./watchdog.ts";

export interface InternalServerOptions {
  readonly host: string;
  readonly port: number;
  readonly registry: Registry;
  /** Prometheus text of metrics that are not in the registry, with other names. */
  readonly moreMetrics?: () => Promise<string>;
  /** Named problems that prevent the process from working; an empty object means ready. */
  readonly problems: () => Promise<Record<string, string>>;
  readonly watchdog: Pick<Watchdog, "stalled">;
}

/**
 * Probes and metrics for operators, without a credential. `/live` is 503 when the process needs a restart
 * because one of its loops hangs. `/ready` is 503 with the reasons while the process cannot work. `/metrics`
 * is Prometheus text.
 */
export async function startInternalServer(options: InternalServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    void respond(request.url ?? "/", response, options);
  });
  await listen(server, options);
  return server;
}

async function respond(
  url: string,
  response: ServerResponse,
  options: InternalServerOptions,
): Promise<void> {
  try {
    const { status, type, body } = await answer(url, options);
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
  } catch {
    // A failed check is a failed probe. The failing component logs its own error.
    response.writeHead(500).end();
  }
}

async function answer(
  url: string,
  { registry, moreMetrics, problems, watchdog }: InternalServerOptions,
): Promise<{ status: number; type: string; body: string }> {
  const json = "application/json; charset=utf-8";
  const stalled = watchdog.stalled();
  switch (new URL(url, "http://internal").pathname) {
    case "/live":
      return stalled.length === 0
        ? { status: 200, type: json, body: JSON.stringify({ status: "live" }) }
        : { status: 503, type: json, body: JSON.stringify({ status: "stalled", loops: stalled }) };
    case "/ready": {
      const hanging = Object.fromEntries(stalled.map((loop) => [loop, "hangs"]));
      const missing = { ...(await problems()), ...hanging };
      const ready = Object.keys(missing).length === 0;
      const body = JSON.stringify({ status: ready ? "ready" : "not ready", problems: missing });
      return { status: ready ? 200 : 503, type: json, body };
    }
    case "/metrics":
      return {
        status: 200,
        type: registry.contentType,
        body: (await registry.metrics()) + ((await moreMetrics?.()) ?? ""),
      };
    default:
      return {
        status: 404,
        type: json,
        body: JSON.stringify({ paths: ["/live", "/ready", "/metrics"] }),
      };
  }
}

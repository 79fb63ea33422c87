import { Agent, request as sendRequest } from "node:http";

import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

export interface Balancer {
  readonly url: string;
  add(port: number): void;
  /** Sends no new requests to the process; those in progress end. */
  remove(port: number): void;
  close(): Promise<void>;
}

/** Starts a load balancer that takes turns, keeps connections open and retries nothing. */
export async function startBalancer(): Promise<Balancer> {
  const agents = new Map<number, Agent>();
  let turn = 0;
  const { server, url, close } = await listenOnFreePort();
  server.on("request", (incoming, outgoing) => {
    const [port, agent] = [...agents][turn++ % agents.size] ?? [];
    if (port === undefined || agent === undefined) return outgoing.writeHead(502).end();
    const { method, url: path, headers } = incoming;
    const onward = sendRequest({ host: "127.0.0.1", port, agent, method, path, headers });
    onward.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.headersSent || outgoing.writeHead(502).end("{}"));
    return incoming.pipe(onward);
  });
  return {
    url,
    add: (port) => void agents.set(port, new Agent({ keepAlive: true })),
    remove: (port) => void agents.delete(port),
    async close() {
      for (const agent of agents.values()) agent.destroy();
      await close();
    },
  };
}

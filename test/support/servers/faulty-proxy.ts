import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * `pass`: forwards request and response. `lose`: the server executes the request, and the connection breaks before the
 * response. A number: the connection breaks after this many bytes of the body. `respond`: a response of the proxy.
 */
export type Fault =
  | "pass"
  | "lose"
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

export interface FaultyProxy {
  readonly url: string;
  /** Every request so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** Chooses the fault of each request from now on; `attempt` counts from 0. */
  behave(choose: (request: SeenRequest, attempt: number) => Fault): void;
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

/** Starts an HTTP proxy in front of a server, which fails like networks and load balancers. */
export async function startFaultyProxy(target: { readonly url: string }): Promise<FaultyProxy> {
  const requests: SeenRequest[] = [];
  let choose: (request: SeenRequest, attempt: number) => Fault = () => "pass";
  let attempts = 0;

  function handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = "GET", url: path = "/", headers } = incoming;
    const seen = { method, path, headers };
    requests.push(seen);
    const fault = choose(seen, attempts);
    attempts += 1;
    if (typeof fault === "object") {
      incoming.resume();
      outgoing.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const passed = forward(`${target.url}${path}`, { method, headers }, (response) => {
      void relay(response, outgoing, fault);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  }

  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave(next) {
      choose = next;
      attempts = 0;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function relay(
  response: IncomingMessage,
  outgoing: ServerResponse,
  fault: "pass" | "lose" | number,
): Promise<void> {
  if (fault === "lose") {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(response.statusCode ?? 500, response.headers);
  outgoing.flushHeaders();
  let rest = fault === "pass" ? Number.POSITIVE_INFINITY : fault;
  if (rest === 0) outgoing.destroy();
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, rest);
      rest -= part.length;
      await new Promise((resolve) => outgoing.write(part, resolve));
      if (rest === 0) {
        outgoing.destroy();
        return;
      }
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

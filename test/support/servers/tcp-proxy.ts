import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * `forward`: bytes flow in both directions. `stall`: connections stay open and are accepted, but no byte
 * moves until `forward`, which delivers them all. `refuse`: open connections break and new ones get
 * ECONNREFUSED.
 */
export type ProxyMode = "forward" | "stall" | "refuse";

export interface TcpProxy {
  /** Port on 127.0.0.1; stays the same in every mode. */
  readonly port: number;
  /** Number of open client connections. */
  connections(): number;
  setMode(mode: ProxyMode): Promise<void>;
  /**
   * Keeps the open connections open without ever delivering another byte, as when the server behind a load
   * balancer is gone and no packet reports it. New connections follow the mode.
   */
  abandonConnections(): void;
  close(): Promise<void>;
}

/** Starts a proxy to a local TCP server that fails like a network. */
export async function startTcpProxy(target: { readonly port: number }): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const clients = new Set<Socket>();
  let mode: ProxyMode = "forward";
  let listener = createListener();
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;

  function createListener(): Server {
    return createServer((client) => {
      clients.add(client);
      client.on("close", () => clients.delete(client));
      if (mode === "refuse") {
        client.destroy();
        return;
      }
      const pair = joinSockets(client, connect(target.port, "127.0.0.1"));
      pairs.add(pair);
      client.on("close", () => pairs.delete(pair));
      if (mode === "stall") pair.pause();
    });
  }

  async function stopListening(): Promise<void> {
    if (!listener.listening) return;
    // Listening stops at once; the close callback waits for connections, which may be abandoned.
    listener.close();
    await waitUntilRefused(port);
  }

  async function listenAgain(): Promise<void> {
    if (listener.listening) return;
    listener = createListener();
    listener.listen(port, "127.0.0.1");
    await once(listener, "listening");
  }

  async function change(next: ProxyMode): Promise<void> {
    mode = next;
    if (mode === "refuse") {
      await stopListening();
      for (const pair of pairs) pair.destroy();
      return;
    }
    await listenAgain();
    for (const pair of pairs) {
      if (mode === "stall") pair.pause();
      else pair.resume();
    }
  }

  let changed: Promise<void> = Promise.resolve();

  return {
    port,
    connections: () => clients.size,
    // Serialized: two concurrent changes that listen again would compete for the port.
    async setMode(next) {
      const before = changed;
      changed = (async () => {
        await before;
        await change(next);
      })();
      await changed;
    },
    abandonConnections() {
      for (const pair of pairs) pair.abandon();
      pairs.clear();
    },
    async close() {
      mode = "refuse";
      listener.close();
      for (const client of clients) client.destroy();
      for (const pair of pairs) pair.destroy();
    },
  };
}

interface Pair {
  pause(): void;
  resume(): void;
  /** Ends the server's side and leaves the client without a response. */
  abandon(): void;
  destroy(): void;
}

function joinSockets(client: Socket, server: Socket): Pair {
  const both = [client, server] as const;
  let isAbandoned = false;
  for (const socket of both) socket.on("error", () => undefined);
  client.pipe(server);
  server.pipe(client);
  client.on("close", () => server.destroy());
  server.on("close", () => {
    if (!isAbandoned) client.destroy();
  });
  const separate = () => {
    client.unpipe(server);
    server.unpipe(client);
  };
  return {
    pause() {
      separate();
      for (const socket of both) socket.pause();
    },
    resume() {
      separate();
      client.pipe(server);
      server.pipe(client);
    },
    abandon() {
      isAbandoned = true;
      separate();
      server.destroy();
      // Acknowledges and discards bytes from the client.
      client.resume();
    },
    destroy() {
      for (const socket of both) socket.destroy();
    },
  };
}

async function waitUntilRefused(port: number): Promise<void> {
  for (;;) {
    const probe = connect(port, "127.0.0.1");
    const isRefused = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(true)).once("connect", () => resolve(false));
    });
    probe.destroy();
    if (isRefused) return;
  }
}

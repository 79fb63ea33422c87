import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server without a request listener: some handlers need its URL first. */
export async function listenOnFreePort(): Promise<{
  readonly server: Server;
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

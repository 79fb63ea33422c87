import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface SilentServer {
  readonly url: string;
  requests(): number;
  close(): Promise<void>;
}

/** Starts a server that receives requests and never responds. */
export async function startSilentServer(): Promise<SilentServer> {
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

import type { Server } from "node:http";
import type { Socket } from "node:net";

import { clientAddressOf } from "./client-address.ts";

export interface ConnectionLimits {
  /** Maximum of open connections of the process. */
  readonly max: number;
  /** Maximum per client IP address; null behind a proxy, where all connections come from one IP address. */
  readonly ofAddressMax: number | null;
}

/** Closes connections over the limits immediately; before a request there is nothing to respond to. */
export function limitConnections(server: Server, { max, ofAddressMax }: ConnectionLimits): void {
  server.maxConnections = max;
  if (ofAddressMax === null) return;
  const countOf = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = clientAddressOf(socket.remoteAddress);
    const count = (countOf.get(address) ?? 0) + 1;
    if (count > ofAddressMax) {
      socket.destroy();
      return;
    }
    countOf.set(address, count);
    socket.once("close", () => {
      const left = (countOf.get(address) ?? 1) - 1;
      if (left === 0) countOf.delete(address);
      else countOf.set(address, left);
    });
  });
}

import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

/** Below the ephemeral port range: an outgoing connection may take a port of that range at any moment. */
const range = { first: 20_000, count: 12_000 };
const attemptsMax = 100;

/** Finds a free port of 127.0.0.1 that no outgoing connection will take. */
export async function findFreePort(): Promise<number> {
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const port = range.first + randomInt(range.count);
    if (await isPortFree(port)) return port;
  }
  throw new Error("The system has no free port.");
}

export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Returns the given port when it is free, otherwise another one. */
export async function preferPort(port: number): Promise<number> {
  return (await isPortFree(port)) ? port : findFreePort();
}

/** True when a server accepts connections on the port. */
export function isListening(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

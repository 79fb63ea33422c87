import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, createServer } from "node:net";

/** Below the ephemeral port range: an outgoing connection may take a port of that range at any moment. */
const range = { first: 20_000, count: 12_000 };
const attemptsMax = 100;

/**
 * Finds a free port of 127.0.0.1 that no outgoing connection will take, and reserves it for this process: until the
 * process ends, no call finds the port again, here or in another process.
 */
export async function findFreePort(): Promise<number> {
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const port = range.first + randomInt(range.count);
    if ((await isPortFree(port)) && (await reservePort(port))) return port;
  }
  throw new Error("The system has no free port.");
}

/**
 * Holds the UDP port of the same number, which the servers on the port do not need. The system gives it to one process
 * at a time and takes it back when the process dies. Returns false when the port is reserved.
 */
export function reservePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => socket.close(() => resolve(false)));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
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

import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, which take one at any moment. */
const range = { first: 20_000, count: 12_000 };
const triesMax = 100;

/** A port of 127.0.0.1 that nobody holds at this moment, and that no outgoing connection will take. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
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

/** The port when it is free, else another one. */
export async function preferPort(port: number): Promise<number> {
  return (await isPortFree(port)) ? port : findFreePort();
}

/** Whether somebody accepts connections there. */
export function isListening(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

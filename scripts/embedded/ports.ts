import { connect, createServer } from "node:net";

/** A port of 127.0.0.1 that nobody holds at this moment. */
export async function findFreePort(): Promise<number> {
  const port = await listenOnce(0, "127.0.0.1");
  if (port === undefined) throw new Error("The system has no free port.");
  return port;
}

export async function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return (await listenOnce(port, host)) !== undefined;
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

function listenOnce(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}

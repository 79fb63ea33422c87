import type { Server } from "node:http";

/** Listens, or throws one sentence that names the port when it is taken. */
export async function listen(
  server: Server,
  { host, port, setting }: { host: string; port: number; setting?: string },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, () => {
    server.off("error", reject);
    resolve();
  });
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    const hint = setting === undefined ? "" : `; set ${setting} to another one`;
    throw new Error(`Port ${port} is taken by another program${hint}.`, { cause: error });
  }
}

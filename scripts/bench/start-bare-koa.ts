import { findFreePort } from "#scripts/embedded/ports.ts";
import { startNodeProcess, type NodeProcess } from "#test/support/engine/node-process.ts";

/** Starts the HTTP baselines on the database of the measured API. */
export async function startBareKoa(
  databaseUrl: string | undefined,
): Promise<NodeProcess & { readonly url: string }> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const bare = await startNodeProcess({
    entry: "scripts/bench/bare-koa.ts",
    env: { DATABASE_URL: databaseUrl, PORT: String(port) },
    readyUrl: url,
  });
  return { ...bare, url };
}

import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

/**
 * Runs `work` on a separate connection. Retries for `patienceMs` to connect, which covers the recovery of a
 * killed server.
 */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  { patienceMs = 0 } = {},
): Promise<Result> {
  const client = await connect(url, Date.now() + patienceMs);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string, deadline: number): Promise<Client> {
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await delay(500);
    }
  }
}

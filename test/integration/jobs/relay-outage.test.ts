import { Client, Connection } from "@temporalio/client";
import { pino } from "pino";
import { expect, test } from "vitest";

import { startRelay } from "#api/relay/relay.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { createWatchdog } from "#runtime/watchdog.ts";
import { useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const owner = useOrganization(database);

const em = () => database.orm.em.fork();

async function countAttempts(): Promise<number> {
  const messages = await em().find(OutboxMessage, {});
  return messages.reduce((sum, { attempts }) => sum + attempts, 0);
}

test("while Temporal is unavailable, an API probes it once a second, however many jobs it accepts", async () => {
  const connection = Connection.lazy({ address: "127.0.0.1:9", interceptors: [] });
  const relay = startRelay({
    orm: database.orm,
    client: new Client({ connection }),
    settings: { publicUrl: "http://localhost", signingSecret: "secret", outputUrlSeconds: 60 },
    maintenanceNamespace: "default",
    logger: pino({ enabled: false }),
    watchdog: createWatchdog(),
  });
  try {
    await createJob(em(), newJob(owner));
    relay.wake();
    await expect.poll(countFailed).toBe(1);
    const startedAt = performance.now();

    for (let count = 0; count < 50; count += 1) {
      await createJob(em(), newJob(owner));
      relay.wake();
    }

    const secondsPassed = (performance.now() - startedAt) / 1_000;
    expect(await countAttempts()).toBeLessThanOrEqual(3 + secondsPassed);
  } finally {
    await relay.stop();
    await connection.close();
  }
});

async function countFailed(): Promise<number> {
  return em().count(OutboxMessage, { lastError: { $ne: null } });
}

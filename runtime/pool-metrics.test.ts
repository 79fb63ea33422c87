import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { createPoolMetrics } from "./pool-metrics.ts";

test("connections in use, idle connections and waiting callers of each pool are exported", async () => {
  const registry = new Registry();
  const addPool = createPoolMetrics(registry);
  addPool("api")({ totalCount: 20, idleCount: 3, waitingCount: 7 });
  addPool("worker")({ totalCount: 1, idleCount: 1, waitingCount: 0 });

  const text = await registry.metrics();

  expect(text).toContain(`gme_database_connections{pool="api",state="used"} 17`);
  expect(text).toContain(`gme_database_connections{pool="api",state="idle"} 3`);
  expect(text).toContain(`gme_database_connections{pool="api",state="waiting"} 7`);
  expect(text).toContain(`gme_database_connections{pool="worker",state="used"} 0`);
});

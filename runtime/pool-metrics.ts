import { Gauge, type Registry } from "prom-client";

/** Counts of a pool of connections. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Registers the pools of a process. Returns a function that adds one by its name. */
export function createPoolMetrics(
  registry: Registry,
): (name: string) => (pool: PoolCounts) => void {
  const pools = new Map<string, PoolCounts>();
  const gauge = new Gauge({
    name: "gme_database_connections",
    help: "Connections of a pool that are used and idle, and callers that wait for one.",
    labelNames: ["pool", "state"],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  registry.registerMetric(gauge);
  return (name) => (pool) => pools.set(name, pool);
}

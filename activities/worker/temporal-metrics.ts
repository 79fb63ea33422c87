import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { PrometheusMetricsExporter } from "@temporalio/worker";

const host = "127.0.0.1";
const timeoutMs = 2_000;

/** Metrics of the Temporal SDK, which the SDK serves on a port of this machine. */
export interface TemporalMetrics {
  /** Options of the runtime: names and units as in the other SDKs of Temporal. */
  readonly exporter: PrometheusMetricsExporter;
  /**
   * Reads the metrics as Prometheus text, so that the worker's own endpoint can return them. Empty when the SDK does not
   * respond: the worker's own metrics are then complete without them.
   */
  read(): Promise<string>;
}

/** Chooses a free port for the metrics of the SDK. The SDK opens it when the runtime is installed. */
export async function chooseTemporalMetrics(): Promise<TemporalMetrics> {
  const bindAddress = `${host}:${await findFreePort()}`;
  return {
    exporter: {
      prometheus: {
        bindAddress,
        countersTotalSuffix: true,
        unitSuffix: true,
        useSecondsForDurations: true,
      },
    },
    async read() {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await (await fetch(`http://${bindAddress}/metrics`, { signal })).text();
      } catch {
        return "";
      }
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

import { Gauge, type Registry } from "prom-client";

import type { EventStreams } from "./event-streams.ts";

/** How close a process is to the limit `EVENT_STREAMS_MAX`. */
export function registerStreamMetrics(
  registry: Registry,
  streams: Pick<EventStreams, "count" | "unreadBytes">,
): void {
  const open = new Gauge({
    name: "gme_event_streams_open",
    help: "Event streams that this process keeps open.",
    registers: [],
    collect() {
      this.set(streams.count());
    },
  });
  const unread = new Gauge({
    name: "gme_event_streams_unread_bytes",
    help: "Events that were written to open streams and not taken by their readers.",
    registers: [],
    collect() {
      this.set(streams.unreadBytes());
    },
  });
  for (const gauge of [open, unread]) registry.registerMetric(gauge);
}

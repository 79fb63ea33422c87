import { Gauge, type Registry } from "prom-client";

import type { HeldConnections } from "#api/http/held-connections.ts";
import type { EventStreams } from "#api/streams/event-streams.ts";

/** Metrics of open streams against the limit `EVENT_STREAMS_MAX`, and of bytes not yet delivered. */
export function registerStreamMetrics(
  registry: Registry,
  { streams, held }: { streams: EventStreams; held: HeldConnections },
): void {
  const places = new Gauge({
    name: "gme_held_connections_open",
    help: "Open event streams and waiting requests (Prefer: wait) of this process.",
    registers: [],
    collect() {
      this.set(held.count());
    },
  });
  const open = new Gauge({
    name: "gme_event_streams_open",
    help: "Open event streams of this process.",
    registers: [],
    collect() {
      this.set(streams.count());
    },
  });
  const unread = new Gauge({
    name: "gme_event_streams_unread_bytes",
    help: "Events written to open streams and not yet read by the clients.",
    registers: [],
    collect() {
      this.set(streams.unreadBytes());
    },
  });
  for (const gauge of [places, open, unread]) registry.registerMetric(gauge);
}

import { Counter, Gauge, type Registry } from "prom-client";

import type { ActivityDependencies } from "#activities/dependencies.ts";

/** Registers the marks of outputs. Returns a function that counts one. */
export function createMarkMetrics(
  registry: Registry,
): NonNullable<ActivityDependencies["onMarked"]> {
  const marks = new Counter({
    name: "gme_output_marks_total",
    help: "Stored outputs by the state of their mark, and by the mark or the reason without one.",
    labelNames: ["state", "detail"],
    registers: [registry],
  });
  return (provenance, { isTimestamped }) => {
    const detail = provenance.state === "unmarked" ? provenance.reason : provenance.mark;
    const { state } = provenance;
    marks.inc({ state, detail: isTimestamped ? `${detail}_timestamped` : detail });
  };
}

/** Registers the end of the certificate of `PROVENANCE=sign`; null while the worker cannot sign. */
export function registerCertificateMetric(registry: Registry, expiresAt: Date | null): void {
  const gauge = new Gauge({
    name: "gme_provenance_certificate_seconds",
    help: "Time until the certificate of signed outputs ends; 0 while this worker cannot sign.",
    registers: [],
    collect() {
      this.set(expiresAt === null ? 0 : Math.max(0, (expiresAt.getTime() - Date.now()) / 1_000));
    },
  });
  registry.registerMetric(gauge);
}

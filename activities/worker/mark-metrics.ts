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

/**
 * Registers the end of the certificate of `PROVENANCE=sign`. A worker that should not sign (null) exports no sample, so it rings no
 * alarm; `expiresAt` is null while a worker that should sign cannot.
 */
export function registerCertificateMetric(
  registry: Registry,
  certificate: { readonly expiresAt: Date | null } | null,
): void {
  const gauge = new Gauge({
    name: "gme_provenance_certificate_seconds",
    help: "Time until the certificate of signed outputs ends; 0 while this worker cannot sign.",
    registers: [],
    collect() {
      if (certificate === null) {
        this.remove();
        return;
      }
      const end = certificate.expiresAt?.getTime() ?? 0;
      this.set(Math.max(0, (end - Date.now()) / 1_000));
    },
  });
  registry.registerMetric(gauge);
}

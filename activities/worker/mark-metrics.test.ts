import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { createMarkMetrics, registerCertificateMetric } from "./mark-metrics.ts";

test("marks are counted by state, mark or reason, and time stamp", async () => {
  const registry = new Registry();
  const count = createMarkMetrics(registry);
  const digitalSourceType = "trainedAlgorithmicMedia";
  const signed = { state: "marked", mark: "c2pa", digitalSourceType } as const;
  count(signed, { isTimestamped: true });
  count(signed, { isTimestamped: false });
  count({ state: "unmarked", reason: "file_unreadable" }, { isTimestamped: false });

  const lines = (await registry.metrics()).split("\n");
  expect(lines.filter((line) => line.startsWith("gme_output_marks_total"))).toEqual([
    'gme_output_marks_total{state="marked",detail="c2pa_timestamped"} 1',
    'gme_output_marks_total{state="marked",detail="c2pa"} 1',
    'gme_output_marks_total{state="unmarked",detail="file_unreadable"} 1',
  ]);
});

test("the time until the end of a certificate is zero when the worker cannot sign, and after the end", async () => {
  const secondsOf = async (expiresAt: Date | null) => {
    const registry = new Registry();
    registerCertificateMetric(registry, expiresAt);
    const [, seconds] =
      /^gme_provenance_certificate_seconds (.*)$/m.exec(await registry.metrics()) ?? [];
    return Number(seconds);
  };
  expect(await secondsOf(null)).toBe(0);
  expect(await secondsOf(new Date(0))).toBe(0);
  expect(await secondsOf(new Date(Date.now() + 86_400_000))).toBeGreaterThan(80_000);
});

import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";

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

describe("the time until the end of a certificate", () => {
  async function secondsOf(certificate: { expiresAt: Date | null } | null): Promise<string | null> {
    const registry = new Registry();
    registerCertificateMetric(registry, certificate);
    const text = await registry.metrics();
    expect(text).toContain("# TYPE gme_provenance_certificate_seconds gauge");
    return /^gme_provenance_certificate_seconds (.*)$/m.exec(text)?.[1] ?? null;
  }

  test("is zero when the worker cannot sign, and after the end", async () => {
    expect(await secondsOf({ expiresAt: null })).toBe("0");
    expect(await secondsOf({ expiresAt: new Date(0) })).toBe("0");
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(Number(await secondsOf({ expiresAt: tomorrow }))).toBeGreaterThan(80_000);
  });

  test("has no sample in a worker that should not sign, so no alarm rings", async () => {
    expect(await secondsOf(null)).toBeNull();
  });
});

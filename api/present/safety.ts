import type { z } from "zod";

import type { abuseReportSchema, quarantinedFileSchema } from "#api/schemas/abuse-report.ts";
import type { safetyRulesSchema } from "#api/schemas/safety.ts";
import type { AbuseReport, QuarantinedFile } from "#db/entities/safety.ts";
import type { Screening } from "#db/safety/create-screening.ts";
import type { SafetyRules } from "#db/safety/organization-safety.ts";
import { quarantineStatusOf } from "#db/safety/quarantined-files.ts";

export function presentSafetyRules(
  { terms, refusedCategories }: SafetyRules,
  { moderates, allowedCategories }: Screening,
): z.input<typeof safetyRulesSchema> {
  return {
    terms: [...terms],
    refusedCategories: [...refusedCategories],
    platform: { moderates, allowedCategories: [...allowedCategories] },
  };
}

export function presentAbuseReport(report: AbuseReport): z.input<typeof abuseReportSchema> {
  const { decidedAt, decidedBy, decisionReason } = report;
  return {
    reportId: report.id,
    status: report.status,
    reference: report.reference,
    category: report.category,
    explanation: report.explanation,
    email: report.email ?? null,
    repeats: report.repeats,
    organizationId: report.organizationId ?? null,
    jobId: report.jobId ?? null,
    outputId: report.outputId ?? null,
    assetId: report.assetId ?? null,
    decision: decidedAt
      ? {
          reason: decisionReason ?? "",
          decidedBy: decidedBy ?? null,
          decidedAt: decidedAt.toISOString(),
        }
      : null,
    createdAt: report.createdAt.toISOString(),
  };
}

/** Shows ids and hashes; no field leads to the file. */
export function presentQuarantinedFile(
  file: QuarantinedFile,
): z.input<typeof quarantinedFileSchema> {
  return {
    quarantinedFileId: file.id,
    status: quarantineStatusOf(file),
    outcome: file.outcome ?? null,
    organizationId: file.organizationId,
    jobId: file.jobId ?? null,
    outputId: file.outputId ?? null,
    assetId: file.assetId ?? null,
    reportId: file.reportId ?? null,
    contentType: file.contentType,
    bytes: file.bytes,
    sha256: file.sha256,
    categories: [...file.categories],
    createdAt: file.createdAt.toISOString(),
  };
}

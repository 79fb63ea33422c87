import { defineEntity, p } from "@mikro-orm/core";

import type { AbuseCategory, AbuseReportStatus } from "#domain/safety/abuse-report.ts";

/** Rules that an organization adds to those of the platform. */
const SafetyPolicySchema = defineEntity({
  name: "OrganizationSafety",
  tableName: "organization_safety",
  properties: {
    organizationId: p.text().primary(),
    /** Terms of the organization's blocklist, as its members have written them. */
    terms: p.array().columnType("text[]"),
    /** Categories of the moderation service that the organization refuses, too. */
    refusedCategories: p.array().columnType("text[]"),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class OrganizationSafety extends SafetyPolicySchema.class {}
SafetyPolicySchema.setClass(OrganizationSafety);

/** Response of the moderation service to one input, so that the same input is sent once. */
const ModerationResultSchema = defineEntity({
  name: "ModerationResult",
  tableName: "moderation_results",
  properties: {
    /** SHA-256 of service, model and input. */
    inputHash: p.blob().primary(),
    categories: p.array().columnType("text[]"),
    createdAt: p.datetime().defaultRaw("now()").index("moderation_results_age_index"),
  },
});
export class ModerationResult extends ModerationResultSchema.class {}
ModerationResultSchema.setClass(ModerationResult);

/** Steps at which content is checked. */
export type SafetyStage = "acceptance" | "submission" | "output";

/** A refusal, a quarantined file, or content that was let through unchecked. Without text: the job has it. */
const SafetyDecisionSchema = defineEntity({
  name: "SafetyDecision",
  tableName: "safety_decisions",
  indexes: [{ name: "safety_decisions_list_index", properties: ["organizationId", "id"] }],
  uniques: [{ name: "safety_decisions_job_unique", properties: ["jobId", "stage", "action"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    accountId: p.text(),
    /** Null for a refusal before a job existed. */
    jobId: p.text().nullable(),
    stage: p.text().$type<SafetyStage>(),
    action: p.text().$type<"refused" | "unchecked" | "quarantined">(),
    sources: p.array().columnType("text[]"),
    categories: p.array().columnType("text[]"),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("safety_decisions_expiry_index"),
  },
});
export class SafetyDecision extends SafetyDecisionSchema.class {}
SafetyDecisionSchema.setClass(SafetyDecision);

export type QuarantineOutcome = "restored" | "deleted";

/**
 * A file that a check or an operator has refused: an output or an input of a job's step, or an asset. It has no URL, and neither
 * retention nor a deletion reaches it.
 */
const QuarantinedFileSchema = defineEntity({
  name: "QuarantinedFile",
  tableName: "quarantined_files",
  indexes: [{ name: "quarantined_files_list_index", properties: ["organizationId", "id"] }],
  uniques: [
    { name: "quarantined_files_ordinal_unique", properties: ["jobId", "step", "ordinal"] },
    { name: "quarantined_files_asset_unique", properties: ["assetId"] },
  ],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    /** Job, step and ordinal are null for an asset. */
    jobId: p.text().nullable(),
    step: p.text().nullable(),
    ordinal: p.integer().nullable(),
    /** Null for a file of a job. */
    assetId: p.text().nullable(),
    storageKey: p.text(),
    contentType: p.text(),
    bytes: p.bigint("number"),
    sha256: p.text(),
    categories: p.array().columnType("text[]"),
    createdAt: p.datetime().defaultRaw("now()"),
    /** Withdrawn output of a reported file; null for a file that a check has found. */
    outputId: p.text().nullable(),
    reportId: p.text().nullable(),
    /** End of the legal hold; null while the file is held, so that nothing deletes or releases it. */
    holdEndedAt: p.datetime().nullable(),
    /** Time after which the file is no longer in quarantine. */
    endedAt: p.datetime().nullable(),
    outcome: p.text().$type<QuarantineOutcome>().nullable(),
  },
});
export class QuarantinedFile extends QuarantinedFileSchema.class {}
QuarantinedFileSchema.setClass(QuarantinedFile);

/** Report of content by anyone, with the decision of an operator. */
const AbuseReportSchema = defineEntity({
  name: "AbuseReport",
  tableName: "abuse_reports",
  indexes: [
    { name: "abuse_reports_status_index", properties: ["status", "id"] },
    {
      name: "abuse_reports_unknown_index",
      properties: ["status"],
      where: "job_id is null",
    },
  ],
  uniques: [
    {
      name: "abuse_reports_open_unique",
      properties: ["referenceHash"],
      where: "status = 'open'",
    },
  ],
  properties: {
    id: p.text().primary(),
    /** URL or id as reported, without secrets. */
    reference: p.text(),
    /** SHA-256 of the content that is named: one open report for it. */
    referenceHash: p.blob(),
    /** Null when the reference names nothing that is stored. */
    organizationId: p.text().nullable(),
    jobId: p.text().nullable(),
    outputId: p.text().nullable(),
    assetId: p.text().nullable(),
    category: p.text().$type<AbuseCategory>(),
    explanation: p.text(),
    /** Email address of the reporter. */
    email: p.text().nullable(),
    /** Further reports of the same content while this one was open. */
    repeats: p.integer(),
    status: p.text().$type<AbuseReportStatus>(),
    /** Account of the operator. */
    decidedBy: p.text().nullable(),
    decisionReason: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    /** Null while the report is open. */
    expiresAt: p.datetime().nullable().index("abuse_reports_expiry_index"),
  },
});
export class AbuseReport extends AbuseReportSchema.class {}
AbuseReportSchema.setClass(AbuseReport);

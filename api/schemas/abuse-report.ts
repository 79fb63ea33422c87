import { z } from "zod";

import { quarantineActions, quarantineStatuses } from "#db/safety/quarantined-files.ts";
import { abuseCategories, abuseReportStatuses } from "#domain/safety/abuse-report.ts";

import { emailSchema } from "./sign-in.ts";

const referenceCharactersMax = 2_000;
const explanationCharactersMax = 2_000;
const reasonCharactersMax = 500;

export const newAbuseReportSchema = z
  .strictObject({
    reference: z.string().trim().min(1).max(referenceCharactersMax).meta({
      description:
        "URL of the file or of the page that shows it, or an id. The engine does not open the URL.",
    }),
    category: z.enum(abuseCategories),
    explanation: z.string().trim().min(1).max(explanationCharactersMax),
    email: emailSchema
      .optional()
      .meta({ description: "For questions of the operator. Deleted with the report." }),
  })
  .meta({ id: "NewAbuseReport" });

const reasonSchema = z.string().trim().min(1).max(reasonCharactersMax).meta({
  description: "Stored in the audit log.",
});

export const reportParams = z.object({ reportId: z.string().min(1).max(100) });

export const abuseReportSchema = z
  .object({
    reportId: z.string(),
    status: z.enum(abuseReportStatuses),
    reference: z.string().meta({ description: "As reported, without the secrets of a URL." }),
    category: z.enum(abuseCategories),
    explanation: z.string(),
    email: z.string().nullable(),
    repeats: z.int().meta({ description: "Further reports while this one was open." }),
    organizationId: z
      .string()
      .nullable()
      .meta({ description: "Null when the reference names nothing that is stored here." }),
    jobId: z.string().nullable(),
    outputId: z
      .string()
      .nullable()
      .meta({ description: "Null for a report of all outputs of a job, and of an asset." }),
    assetId: z.string().nullable(),
    decision: z
      .object({
        reason: z.string(),
        decidedBy: z.string().nullable(),
        decidedAt: z.iso.datetime(),
      })
      .nullable()
      .meta({ id: "AbuseReportDecision" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "AbuseReport" });

export const reportDecisionSchema = z
  .strictObject({ decision: z.enum(["dismissed", "quarantined"]), reason: reasonSchema })
  .meta({ id: "NewAbuseReportDecision" });

export const quarantinedFileParams = z.object({ quarantinedFileId: z.string().min(1).max(100) });

export const quarantinedFileSchema = z
  .object({
    quarantinedFileId: z.string(),
    status: z.enum(quarantineStatuses).meta({
      description:
        "`held`: nothing deletes or returns the file. `unheld`: the hold has ended. `ended`: no longer in quarantine.",
    }),
    outcome: z.enum(["restored", "deleted"]).nullable(),
    organizationId: z.string(),
    jobId: z.string().nullable().meta({ description: "Null for an asset." }),
    outputId: z
      .string()
      .nullable()
      .meta({ description: "Null for a file that a check has found before it was delivered." }),
    assetId: z.string().nullable(),
    reportId: z.string().nullable(),
    contentType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    categories: z.array(z.string()),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "QuarantinedFile" });

export const quarantineDecisionSchema = z
  .strictObject({ action: z.enum(quarantineActions), reason: reasonSchema })
  .meta({ id: "QuarantineDecision" });

import { defineEntity, p } from "@mikro-orm/core";

/** Public link to the result of a job. Deleted when it is revoked, with its job, and with its organization. */
const JobShareSchema = defineEntity({
  name: "JobShare",
  tableName: "job_shares",
  indexes: [{ name: "job_shares_job_index", properties: ["jobId", "id"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text().index("job_shares_organization_index"),
    jobId: p.text(),
    /** Person who created it. */
    accountId: p.text(),
    /** SHA-256 of the token in its URL. */
    tokenHash: p.blob().unique("job_shares_token_unique"),
    showsPrompt: p.boolean(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("job_shares_expiry_index"),
  },
});
export class JobShare extends JobShareSchema.class {}
JobShareSchema.setClass(JobShare);

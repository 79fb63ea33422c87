import { defineEntity, p } from "@mikro-orm/core";

/** Stored response of a request with an idempotency key. Job requests have receipts instead (`job.ts`). */
const IdempotentAnswerSchema = defineEntity({
  name: "IdempotentAnswer",
  tableName: "idempotent_answers",
  properties: {
    /** Organization of the credential, or account for requests outside of an organization. */
    scope: p.text().primary(),
    endpoint: p.text().primary(),
    key: p.text().primary(),
    requestHash: p.blob(),
    /** Sealed by the vault, because it may contain a secret that is shown once. */
    answer: p.blob(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("idempotent_answers_expiry_index"),
  },
});
export class IdempotentAnswer extends IdempotentAnswerSchema.class {}
IdempotentAnswerSchema.setClass(IdempotentAnswer);

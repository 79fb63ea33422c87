import { defineEntity, p } from "@mikro-orm/core";

/** The answer of a request that was made with an idempotency key. Requests for jobs have receipts (`job.ts`). */
const IdempotentAnswerSchema = defineEntity({
  name: "IdempotentAnswer",
  tableName: "idempotent_answers",
  properties: {
    /** The organization that the credential speaks for, or the account where a person acts for none. */
    scope: p.text().primary(),
    endpoint: p.text().primary(),
    key: p.text().primary(),
    requestHash: p.blob(),
    /** Sealed by the vault: it may hold a value that is shown once. */
    answer: p.blob(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("idempotent_answers_expiry_index"),
  },
});
export class IdempotentAnswer extends IdempotentAnswerSchema.class {}
IdempotentAnswerSchema.setClass(IdempotentAnswer);

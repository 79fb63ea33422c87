import { defineEntity, p } from "@mikro-orm/core";

import type { MailState, MailTemplate } from "#domain/notifications/mail.ts";

/** A mail to one person. Its address and words are sealed by the vault, and gone once it is finished. */
const MailSchema = defineEntity({
  name: "Mail",
  tableName: "mails",
  properties: {
    id: p.text().primary(),
    organizationId: p.text().nullable(),
    accountId: p.text().nullable().index("mails_account_index"),
    template: p.text().$type<MailTemplate>(),
    content: p.blob().nullable(),
    state: p.text().$type<MailState>().default("queued"),
    attempts: p.integer().default(0),
    /** A code, never a server's words: they name addresses. */
    lastError: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("mails_created_index"),
    /** From then on it is not sent any more. */
    expiresAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
});
export class Mail extends MailSchema.class {}
MailSchema.setClass(Mail);

type AccountTokenPurpose = "verify_email" | "reset_password";

/** A token that was mailed, as a SHA-256. It is deleted by its use. */
const AccountTokenSchema = defineEntity({
  name: "AccountToken",
  tableName: "account_tokens",
  indexes: [{ name: "account_tokens_account_index", properties: ["accountId", "purpose"] }],
  properties: {
    hash: p.blob().primary(),
    accountId: p.text(),
    purpose: p.text().$type<AccountTokenPurpose>(),
    /** The password of the registration that it proves; only for `verify_email`. */
    passwordHash: p.text().nullable().lazy(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("account_tokens_expiry_index"),
  },
});
export class AccountToken extends AccountTokenSchema.class {}
AccountTokenSchema.setClass(AccountToken);

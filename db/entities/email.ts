import { defineEntity, p } from "@mikro-orm/core";

import type { EmailState, EmailTemplate } from "#domain/notifications/email.ts";

/**
 * An email to one person. Recipient and content are sealed by the vault, and erased once the email is
 * finished.
 */
const EmailSchema = defineEntity({
  name: "Email",
  tableName: "mails",
  properties: {
    id: p.text().primary(),
    organizationId: p.text().nullable(),
    accountId: p.text().nullable().index("mails_account_index"),
    template: p.text().$type<EmailTemplate>(),
    content: p.blob().nullable(),
    state: p.text().$type<EmailState>().default("queued"),
    attempts: p.integer().default(0),
    /** An error code, never the server's text, which may contain email addresses. */
    lastError: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("mails_created_index"),
    /** Time after which the email is no longer sent. */
    expiresAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
});
export class Email extends EmailSchema.class {}
EmailSchema.setClass(Email);

type AccountTokenPurpose = "verify_email" | "reset_password";

/** SHA-256 of a token sent by email. Deleted on use. */
const AccountTokenSchema = defineEntity({
  name: "AccountToken",
  tableName: "account_tokens",
  indexes: [{ name: "account_tokens_account_index", properties: ["accountId", "purpose"] }],
  properties: {
    hash: p.blob().primary(),
    accountId: p.text(),
    purpose: p.text().$type<AccountTokenPurpose>(),
    /** Password of the registration that the token verifies; only for `verify_email`. */
    passwordHash: p.text().nullable().lazy(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().index("account_tokens_expiry_index"),
  },
});
export class AccountToken extends AccountTokenSchema.class {}
AccountTokenSchema.setClass(AccountToken);

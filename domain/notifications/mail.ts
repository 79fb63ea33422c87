import type { IdentityProvider } from "#domain/accounts/identity.ts";
import type { Role } from "#domain/accounts/permission.ts";

import type { DisabledReason } from "./webhook.ts";

/** What each mail tells beside the words of its template. Tokens work once. */
export type MailContent =
  | { readonly template: "verify_email"; readonly token: string }
  | { readonly template: "email_taken" }
  | { readonly template: "reset_password"; readonly token: string }
  /** The API keys that keep working. Mails that a former release has queued have none. */
  | {
      readonly template: "password_changed";
      readonly apiKeys?: readonly MailedApiKey[];
      /** How many others keep working. */
      readonly moreApiKeys?: number;
    }
  | { readonly template: "identity_linked"; readonly provider: IdentityProvider }
  | {
      readonly template: "invitation";
      readonly invitationId: string;
      readonly token: string;
      readonly organizationName: string;
      readonly inviterName: string;
      readonly role: Role;
    }
  /** When the account is erased (RFC 3339). */
  | { readonly template: "account_closing"; readonly closesAt: string }
  | {
      readonly template: "credits_low";
      readonly organizationName: string;
      readonly available: number;
    }
  | {
      readonly template: "budget_alert";
      readonly organizationName: string;
      readonly percent: number;
      readonly budget: number;
      readonly spent: number;
    }
  | {
      readonly template: "webhook_disabled";
      readonly organizationName: string;
      readonly webhookId: string;
      /** Where it went; the rest of the address may hold a secret. */
      readonly host: string;
      readonly reason: Exclude<DisabledReason, "owner">;
    };

/** An API key as its maker recognizes it. */
export interface MailedApiKey {
  readonly name: string;
  readonly last4: string;
}

export type MailTemplate = MailContent["template"];

/** How long a mail is worth sending; a link that has expired is not sent at all. */
export const mailHours: Readonly<Record<MailTemplate, number>> = {
  verify_email: 24,
  email_taken: 24,
  reset_password: 1,
  password_changed: 24,
  identity_linked: 24,
  invitation: 24,
  account_closing: 24,
  credits_low: 24,
  budget_alert: 24,
  webhook_disabled: 24,
};

export const mailStates = ["queued", "sent", "failed", "expired"] as const;
export type MailState = (typeof mailStates)[number];

/** One workflow for each mail, so that carrying a message twice sends one. */
export function mailWorkflowIdOf(mailId: string): string {
  return `mail/${mailId}`;
}

import type { IdentityProvider } from "#domain/accounts/identity.ts";
import type { Role } from "#domain/accounts/permission.ts";

import type { DisabledReason } from "./webhook.ts";

/** Variable content of each email in addition to its template. Tokens can be used once. */
export type TemplatedEmail =
  | { readonly template: "verify_email"; readonly token: string }
  | { readonly template: "email_taken" }
  | { readonly template: "reset_password"; readonly token: string }
  /** The API keys that keep working. Emails queued by a former release have none. */
  | {
      readonly template: "password_changed";
      readonly apiKeys?: readonly EmailedApiKey[];
      /** Number of further API keys that keep working. */
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
  /** Time at which the account is erased (RFC 3339). */
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
      /** Host of the endpoint's URL; the rest of the URL may contain a secret. */
      readonly host: string;
      readonly reason: Exclude<DisabledReason, "owner">;
    }
  /** Overdue: new jobs are refused until the payment is settled. */
  | {
      readonly template: "payment_failed";
      readonly organizationName: string;
      readonly isOverdue: boolean;
    }
  /** For operators: serious refusals of one day have suspended an organization. */
  | {
      readonly template: "organization_suspended";
      readonly organizationId: string;
      readonly organizationName: string;
      readonly refusals: number;
    };

/** An API key as shown to its creator. */
export interface EmailedApiKey {
  readonly name: string;
  readonly last4: string;
}

export type EmailTemplate = TemplatedEmail["template"];

/** Hours within which an email is still sent. An email whose link has expired is not sent. */
export const emailHours: Readonly<Record<EmailTemplate, number>> = {
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
  payment_failed: 24,
  organization_suspended: 24,
};

export const emailStates = ["queued", "sent", "failed", "expired"] as const;
export type EmailState = (typeof emailStates)[number];

/**
 * Workflow id of an email. One workflow per email, so dispatching an outbox message twice sends one email.
 */
export function emailWorkflowIdOf(mailId: string): string {
  return `mail/${mailId}`;
}

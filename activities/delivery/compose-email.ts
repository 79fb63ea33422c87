import { identityProviderTitles } from "#domain/accounts/identity.ts";
import type { TemplatedEmail, EmailedApiKey } from "#domain/notifications/email.ts";

import { renderHtml, renderText, type EmailContent } from "./render-email.ts";

export interface ComposedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Composes an email. `frontUrl` is the front end that its link opens, without a trailing slash; `createdAt`
 * is the time of the request that caused the email.
 */
export function composeEmail(
  content: TemplatedEmail,
  { frontUrl, createdAt }: { frontUrl: string; createdAt: Date },
): ComposedEmail {
  const email = describeEmail(content, frontUrl, createdAt);
  return { subject: email.subject, text: renderText(email), html: renderHtml(email) };
}

function describeEmail(content: TemplatedEmail, frontUrl: string, createdAt: Date): EmailContent {
  switch (content.template) {
    case "verify_email":
      return {
        subject: "Confirm your email address",
        paragraphs: [
          `Confirm your email address to finish the registration of ${minuteOf(createdAt)}.`,
          "You will be asked for the password that you chose when you registered. If you registered more than once, use the password of this registration.",
        ],
        action: { label: "Confirm email address", url: linkTo(frontUrl, "verify-email", content) },
        closing:
          "The link works once and expires after 24 hours. If you did not register at that time, you can ignore this email: another person may have entered your email address, and cannot use it without you.",
      };
    case "email_taken":
      return {
        subject: "You already have an account",
        paragraphs: [
          "We received a registration with this email address, which already has an account. Nothing was changed.",
          "To use your account, sign in. If you have forgotten your password, you can reset it on the sign-in page.",
        ],
        closing: "If you did not try to register, you can ignore this email.",
      };
    case "reset_password":
      return {
        subject: "Reset your password",
        paragraphs: ["We received a request to reset the password of your account."],
        action: { label: "Reset password", url: linkTo(frontUrl, "reset-password", content) },
        closing:
          "The link works once and expires after one hour. If you did not ask for it, you can ignore this email: your password stays unchanged.",
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        paragraphs: [
          "The password of your account was changed, and you were signed out everywhere else.",
          ...keysParagraph(content.apiKeys ?? [], content.moreApiKeys ?? 0),
        ],
        closing: "If you did not change it, reset your password immediately.",
      };
    case "identity_linked": {
      const title = identityProviderTitles[content.provider];
      return {
        subject: `${title} was connected to your account`,
        paragraphs: [
          `You signed in with ${title} for the first time. ${title} has verified this email address, so your ${title} account is now connected to your account here.`,
        ],
        closing: `If this was not you, another person has access to your account at ${title}: change your password there, and end the session in your account here.`,
      };
    }
    case "invitation":
      return {
        subject: `Invitation to ${nameOf(content.organizationName)}`,
        paragraphs: [
          `${nameOf(content.inviterName)} invites you to the organization "${nameOf(content.organizationName)}" as ${content.role}.`,
        ],
        action: { label: "Accept invitation", url: linkTo(frontUrl, "accept-invitation", content) },
        closing: "If you do not know this person, you can ignore this email.",
      };
    case "account_closing":
      return {
        subject: "Your account is being closed",
        paragraphs: [
          `You asked us to close your account. Your personal data will be erased on ${content.closesAt.slice(0, 10)}.`,
        ],
        closing:
          "If you did not ask for this, contact the operator of this service before that day.",
      };
    case "credits_low":
      return {
        subject: `${nameOf(content.organizationName)} is running low on credits`,
        paragraphs: [
          `The organization "${nameOf(content.organizationName)}" has ${content.available} credits left.`,
          "When no credits are left, new jobs are refused until the next month's credits arrive.",
        ],
        closing: "You receive this email at most once a month because you own the organization.",
      };
    case "budget_alert":
      return {
        subject: `${nameOf(content.organizationName)} has spent ${content.percent} % of its budget`,
        paragraphs: [
          `The organization "${nameOf(content.organizationName)}" has spent ${content.spent} of the ${content.budget} credits of this month's budget.`,
          "When the budget is spent, new jobs are refused. Owners can change the budget and its alerts.",
        ],
        closing: "You receive this email because you own the organization.",
      };
    case "webhook_disabled": {
      const why = {
        failing: "all attempts of the last five days have failed",
        gone: "its endpoint responded that it is gone (410)",
        member_left: "the member who chose its URL has left the organization",
      };
      return {
        subject: `A webhook of ${nameOf(content.organizationName)} was disabled`,
        paragraphs: [
          `The webhook ${content.webhookId} of the organization "${nameOf(content.organizationName)}", to the host "${nameOf(content.host)}", was disabled because ${why[content.reason]}. It receives no events until it is enabled again.`,
          "Events that it has missed can be sent again from its list of deliveries for 30 days.",
        ],
        closing: "You receive this email because you own the organization.",
      };
    }
    case "payment_failed": {
      const name = nameOf(content.organizationName);
      return {
        subject: content.isOverdue ? `Payment overdue: ${name}` : `A payment of ${name} has failed`,
        paragraphs: [
          content.isOverdue
            ? `The organization "${name}" has an open payment. New jobs are refused until it is settled.`
            : `The payment for the plan of the organization "${name}" has failed. It will be attempted again in the next days; the credits that are paid for stay usable.`,
          "Owners and administrators can pay, or change the card, on the organization's page of credits.",
        ],
        closing: "You receive this email because you own the organization.",
      };
    }
    case "organization_suspended": {
      const name = nameOf(content.organizationName);
      return {
        subject: `An organization was suspended: ${name}`,
        paragraphs: [
          `The organization "${name}" (${content.organizationId}) was suspended after ${content.refusals} refusals of content with minors, or of known illegal files, within 24 hours. Its jobs are refused.`,
          "Do not open files of this organization. The page Safety of the documentation says whom to inform. An operator can make the organization active again in the dashboard, with a reason.",
        ],
        closing: "You receive this email because you are an operator.",
      };
    }
  }
}

function keysParagraph(keys: readonly EmailedApiKey[], more: number): string[] {
  if (keys.length === 0) return [];
  const listed = keys.map(({ name, last4 }) => `"${nameOf(name)}" (…${last4})`).join(", ");
  const names = more === 0 ? listed : `${listed} and ${more} more`;
  return [`These API keys of yours keep working: ${names}. Revoke any that you do not recognize.`];
}

/** `2026-11-22 07:24 UTC` */
function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Puts the token into the fragment, which browsers do not send: tokens must not appear in servers' logs. */
function linkTo(
  frontUrl: string,
  page: string,
  { token, invitationId }: { readonly token: string; readonly invitationId?: string },
): string {
  const facts = new URLSearchParams({
    ...(invitationId === undefined ? {} : { invitation: invitationId }),
    token,
  });
  return `${frontUrl}/${page}#${facts.toString()}`;
}

const nameLengthMax = 80;

/** Neutralizes a name that a person chose: a name that looks like a URL must not become a link. */
function nameOf(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const plain = line.replaceAll(/[/:@]+/g, " ").replaceAll(/(?<=\S)\.(?=\S)/g, " ");
  return plain.length > nameLengthMax ? `${plain.slice(0, nameLengthMax)}…` : plain;
}

import { identityProviderTitles } from "#domain/accounts/identity.ts";
import type { MailContent, MailedApiKey } from "#domain/notifications/mail.ts";

import { renderHtml, renderText, type Letter } from "./render-letter.ts";

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Composes an email. `frontUrl` is the front end that its link opens, without a trailing slash; `createdAt`
 * is the time of the request that caused the email.
 */
export function composeMail(
  content: MailContent,
  { frontUrl, createdAt }: { frontUrl: string; createdAt: Date },
): ComposedMail {
  const letter = letterOf(content, frontUrl, createdAt);
  return { subject: letter.subject, text: renderText(letter), html: renderHtml(letter) };
}

function letterOf(content: MailContent, frontUrl: string, createdAt: Date): Letter {
  switch (content.template) {
    case "verify_email":
      return {
        subject: "Confirm your email address",
        paragraphs: [
          `Confirm your email address to finish the registration of ${minuteOf(createdAt)}.`,
          "You will be asked for the password that you chose when you registered. If you registered more than once, each email belongs to the password of its own registration.",
        ],
        action: { label: "Confirm email address", url: linkTo(frontUrl, "verify-email", content) },
        closing:
          "The link works once, for 24 hours. If you did not register at that time, ignore this email: another person may have entered your email address, and cannot use it without you.",
      };
    case "email_taken":
      return {
        subject: "You have an account already",
        paragraphs: [
          "Somebody, perhaps you, has tried to register with this address. There is an account of it already, so nothing was changed.",
          "If it was you, sign in; if you have forgotten the password, ask for a new one.",
        ],
        closing: "If it was not you, do nothing.",
      };
    case "reset_password":
      return {
        subject: "Choose a new password",
        paragraphs: ["Somebody, we hope you, has asked for a new password of your account."],
        action: { label: "Choose password", url: linkTo(frontUrl, "reset-password", content) },
        closing:
          "The link works once, for one hour. If it was not you, do nothing: your password stays as it is.",
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        paragraphs: [
          "The password of your account was changed, and all other sessions were ended.",
          ...keysParagraph(content.apiKeys ?? [], content.moreApiKeys ?? 0),
        ],
        closing: "If it was not you, ask for a new password at once.",
      };
    case "identity_linked": {
      const title = identityProviderTitles[content.provider];
      return {
        subject: `You can sign in with ${title}`,
        paragraphs: [
          `Somebody, we hope you, has signed in with ${title} for the first time. Since ${title} knows this address as theirs, they are in your account now.`,
        ],
        closing: `If it was not you, somebody else is in your account at ${title}: change its password, and end the session here.`,
      };
    }
    case "invitation":
      return {
        subject: `Invitation to ${nameOf(content.organizationName)}`,
        paragraphs: [
          `${nameOf(content.inviterName)} invites you to the organization "${nameOf(content.organizationName)}" as ${content.role}.`,
        ],
        action: { label: "Accept invitation", url: linkTo(frontUrl, "accept-invitation", content) },
        closing: "If you do not know who that is, do nothing.",
      };
    case "account_closing":
      return {
        subject: "Your account is being closed",
        paragraphs: [
          `As you asked, your account is closed. On ${content.closesAt.slice(0, 10)} your personal data is erased.`,
        ],
        closing: "If it was not you, answer to the operator of this service before that day.",
      };
    case "credits_low":
      return {
        subject: `Few credits are left for ${nameOf(content.organizationName)}`,
        paragraphs: [
          `The organization "${nameOf(content.organizationName)}" has ${content.available} credits left.`,
          "When none are left, new jobs are refused until the next month's credits come.",
        ],
        closing: "You get this mail once a month, because you own the organization.",
      };
    case "budget_alert":
      return {
        subject: `${content.percent} % of the budget of ${nameOf(content.organizationName)} is spent`,
        paragraphs: [
          `The organization "${nameOf(content.organizationName)}" has spent ${content.spent} of the ${content.budget} credits of this month's budget.`,
          "When all of it is spent, new jobs are refused. Owners can change the budget and when they are told.",
        ],
        closing: "You get this mail because you own the organization.",
      };
    case "webhook_disabled": {
      const why = {
        failing: "every try of five days has failed",
        gone: "it has answered that it is gone (410)",
        member_left: "the member who chose its URL has left the organization",
      };
      return {
        subject: `A webhook of ${nameOf(content.organizationName)} is disabled`,
        paragraphs: [
          `The webhook ${content.webhookId} of the organization "${nameOf(content.organizationName)}", to the host "${nameOf(content.host)}", is disabled, because ${why[content.reason]}. It is told nothing until somebody enables it.`,
          "What it has missed can be sent again from its list of deliveries for 30 days.",
        ],
        closing: "You get this mail because you own the organization.",
      };
    }
  }
}

function keysParagraph(keys: readonly MailedApiKey[], more: number): string[] {
  if (keys.length === 0) return [];
  const listed = keys.map(({ name, last4 }) => `"${nameOf(name)}" (…${last4})`).join(", ");
  const names = more === 0 ? listed : `${listed} and ${more} more`;
  return [`These API keys of yours keep working: ${names}. Revoke the ones that you do not know.`];
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

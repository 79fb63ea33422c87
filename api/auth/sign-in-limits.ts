import { createHash } from "node:crypto";

import {
  isOver,
  type RequestWindow,
  type RequestWindows,
} from "#api/rate-limit/request-windows.ts";
import { mailboxOf } from "#domain/accounts/mailbox.ts";
import { AppError } from "#domain/errors.ts";

/** Attempts per hour and client IP address, of all kinds together. */
const triesPerAddress = 60;
/** Registrations per hour and network, which a person with many IP addresses shares with the neighbours. */
export const registrationsPerNetwork = 100;
/**
 * Wrong passwords per hour and account: one limit for all unknown IP addresses together, one for each known
 * IP address.
 */
const triesPerAccount = 10;

/** Counts an attempt for a client IP address. Throws `sign_in_limited`. */
export async function countTryOfAddress(windows: RequestWindows, address: string): Promise<void> {
  refuseOver(await windows.spend(`sign-in:address:${address}`, triesPerAddress));
}

/** Counts a registration for the network of a client IP address. Throws `sign_in_limited`. */
export async function countRegistration(windows: RequestWindows, network: string): Promise<void> {
  refuseOver(await windows.spend(`sign-up:network:${network}`, registrationsPerNetwork));
}

/**
 * Counts an attempt for an account before the password is checked, so that concurrent attempts cannot exceed
 * the limit. An IP address that the person has signed in from has a separate window: attempts from elsewhere
 * never lock the owner out. Throws `sign_in_limited`.
 */
export async function countTryOfAccount(
  windows: RequestWindows,
  { email, knownAddress }: { email: string; knownAddress: string | null },
): Promise<RequestWindow> {
  const name = nameOf(email);
  const subject =
    knownAddress === null ? `sign-in:account:${name}` : `sign-in:known:${name}:${knownAddress}`;
  return refuseOver(await windows.spend(subject, triesPerAccount));
}

/** Emails of one kind per hour and mailbox. */
const emailsPerMailbox = 5;

/**
 * Kinds of emails that a stranger can trigger. Each has a separate limit, so that registrations and
 * invitations never use up the emails for password resets.
 */
type EmailKind = "registration" | "password" | "invitation";

/**
 * Returns false when a mailbox has received the hourly limit of one kind of email. The caller must not report
 * that: the response would reveal whether the email address has an account.
 */
export async function mayEmail(
  windows: RequestWindows,
  kind: Exclude<EmailKind, "invitation">,
  email: string,
): Promise<boolean> {
  return !isOver(await countEmail(windows, kind, email));
}

/** Counts an invitation to a mailbox, across all organizations. Throws `invitations_limited`. */
export async function countInvitation(windows: RequestWindows, email: string): Promise<void> {
  const window = await countEmail(windows, "invitation", email);
  if (!isOver(window)) return;
  throw new AppError("invitations_limited", {
    message: "Too many invitations were sent to this email address.",
    details: { limit: emailsPerMailbox, retryAfterSeconds: window.resetsInSeconds },
  });
}

async function countEmail(
  windows: RequestWindows,
  kind: EmailKind,
  email: string,
): Promise<RequestWindow> {
  return windows.spend(`mail:${kind}:${nameOf(mailboxOf(email))}`, emailsPerMailbox);
}

/** Hashed, so that the limiter's table contains no email addresses. */
function nameOf(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}

function refuseOver(window: RequestWindow): RequestWindow {
  if (!isOver(window)) return window;
  throw new AppError("sign_in_limited", {
    details: { retryAfterSeconds: window.resetsInSeconds },
  });
}

import { createHash } from "node:crypto";

import {
  isOver,
  type RequestWindow,
  type RequestWindows,
} from "#api/rate-limit/request-windows.ts";
import { mailboxOf } from "#domain/accounts/mailbox.ts";
import { AppError } from "#domain/errors.ts";

/** Tries of one client address in an hour, whatever they are for. */
const triesPerAddress = 60;
/** Wrong passwords of one account in an hour, by all strangers together or by one known address. */
const triesPerAccount = 10;

/**
 * Counts a try of a client address. Throws `sign_in_limited`.
 */
export async function countTryOfAddress(windows: RequestWindows, address: string): Promise<void> {
  refuseOver(await windows.spend(`sign-in:address:${address}`, triesPerAddress));
}

/**
 * Counts a try of an account before it is checked, so that tries at once cannot pass the limit
 * together. An address that the person has signed in from has a window of its own: strangers who use
 * up theirs never lock the owner out. Throws `sign_in_limited`.
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

/** Mails of one kind to one mailbox in an hour. */
const mailsPerMailbox = 5;

/**
 * Kinds of mails that a stranger can cause. Each has its own limit, so that registrations and invitations
 * never use up the mails for a new password.
 */
type MailKind = "registration" | "password" | "invitation";

/**
 * False when a mailbox had enough mails of a kind in this hour. The caller must not report that for
 * registrations and passwords: the response would tell whether the address has an account.
 */
export async function mayMail(
  windows: RequestWindows,
  kind: Exclude<MailKind, "invitation">,
  email: string,
): Promise<boolean> {
  return !isOver(await countMail(windows, kind, email));
}

/** Counts an invitation to a mailbox, whichever organization sends it. Throws `invitations_limited`. */
export async function countInvitation(windows: RequestWindows, email: string): Promise<void> {
  const window = await countMail(windows, "invitation", email);
  if (!isOver(window)) return;
  throw new AppError("invitations_limited", {
    message: "This email address was invited too often.",
    details: { limit: mailsPerMailbox, retryAfterSeconds: window.resetsInSeconds },
  });
}

async function countMail(
  windows: RequestWindows,
  kind: MailKind,
  email: string,
): Promise<RequestWindow> {
  return windows.spend(`mail:${kind}:${nameOf(mailboxOf(email))}`, mailsPerMailbox);
}

/** Hashed: the limiter's table is no list of addresses of people. */
function nameOf(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}

function refuseOver(window: RequestWindow): RequestWindow {
  if (!isOver(window)) return window;
  throw new AppError("sign_in_limited", {
    details: { retryAfterSeconds: window.resetsInSeconds },
  });
}

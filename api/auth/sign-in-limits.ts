import { createHash } from "node:crypto";

import { isOver, type RequestWindow, type RequestWindows } from "#api/request-windows.ts";
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

/** Mails to one mailbox in an hour that anybody can cause. */
const mailsPerMailbox = 5;

/**
 * Whether a mailbox may get another mail that strangers can ask for. Nobody is told when not: the
 * answer would say whether the address is known.
 */
export async function mayMail(windows: RequestWindows, email: string): Promise<boolean> {
  return !isOver(await windows.spend(`mail:${nameOf(email)}`, mailsPerMailbox));
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

import ipaddr from "ipaddr.js";

import type { ApiMiddleware } from "#api/context.ts";
import type { Route } from "#api/http/route.ts";
import type { Caller } from "#db/caller.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Responds 403 to a valid credential whose account or organization may not call now. The request still counts
 * against the rate limit.
 */
export const accountState: ApiMiddleware = (context, next) => {
  const { caller, route } = context.state;
  if (caller === undefined) throw new Error("account state requires an authenticated caller");
  checkAccountState(caller, context.ip, route);
  return next();
};

/** Throws the error of a caller whose account or organization may not call now, or not from this IP address. */
export function checkAccountState(
  caller: Caller,
  address: string,
  route?: Pick<Route, "whenClosing" | "whenOverdue">,
): void {
  const isClosing = caller.accountStatus === "closing";
  if (!isClosing && caller.accountStatus !== "active") throw new AppError("account_suspended");
  if (caller.organizationStatus !== "active") throw new AppError("account_suspended");
  if (isClosing && route?.whenClosing !== true) throw new AppError("account_closing");
  if (caller.paymentStatus === "overdue" && route?.whenOverdue !== true)
    throw new AppError("payment_overdue");
  if (!isAllowedAddress(caller, address)) throw new AppError("address_not_allowed");
}

/**
 * A key without a list works from all IP addresses. Entries are IP addresses or networks in CIDR notation.
 */
function isAllowedAddress({ allowedAddresses }: Caller, address: string): boolean {
  if (allowedAddresses === null || allowedAddresses.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return allowedAddresses.some((entry) => {
    const [network, bits] = entry.includes("/")
      ? ipaddr.parseCIDR(entry)
      : [ipaddr.process(entry), undefined];
    if (network.kind() !== client.kind()) return false;
    return bits === undefined
      ? network.toString() === client.toString()
      : client.match([network, bits]);
  });
}

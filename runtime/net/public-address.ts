import ipaddr from "ipaddr.js";

import { isPublic } from "./checked-address.ts";

/** Names that lead nowhere outside a machine or a network (RFC 6761, RFC 6762 and custom). */
const localNames = /(^|\.)(localhost|local|internal|lan|home|test|example|invalid|arpa)$/;

/**
 * Whether somebody on the internet can be expected to reach an address. It goes by the name alone, so
 * that it is the same for each request: a host without a dot, a local name or a private IP is not.
 */
export function isPublicAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (ipaddr.isValid(host)) return isPublic(host);
  return host.includes(".") && !localNames.test(host);
}

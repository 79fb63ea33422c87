import ipaddr from "ipaddr.js";

import { isPublic } from "./checked-address.ts";

/** Names that resolve only within a machine or a network (RFC 6761, RFC 6762 and custom). */
const localNames = /(^|\.)(localhost|local|internal|lan|home|test|example|invalid|arpa)$/;

/**
 * Reports whether a URL is expected to be reachable from the internet. Only the host is checked, so the
 * result is the same for each request: a host without a dot, a local name or a private IP address is not
 * public.
 */
export function isPublicAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (ipaddr.isValid(host)) return isPublic(host);
  return host.includes(".") && !localNames.test(host);
}

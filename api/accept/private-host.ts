import ipaddr from "ipaddr.js";

import { isPublic } from "#runtime/net/checked-address.ts";
import { isLocalhost } from "#runtime/net/resolve-name.ts";

/** Reports whether a host is certainly private. Other host names are resolved and checked on connection. */
export function isPrivateHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(literal)) return !isPublic(literal);
  return isLocalhost(hostname);
}

import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

import { isRefusedAddress } from "#catalog/own/refused-hosts.ts";

/**
 * Resolves a provider's host name like the system does, but never to a link-local address or a cloud's metadata service: the
 * name of an own server may be in a zone that another party controls.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address, family) => {
    if (error !== null) return callback(error, address, family);
    const found = Array.isArray(address) ? address.map((each) => each.address) : [address];
    if (!found.some(isRefusedAddress)) return callback(null, address, family);
    callback(new Error(`${hostname} resolves to a refused IP address`), address, family);
  });
};

import ipaddr from "ipaddr.js";

/**
 * Names and IP addresses under which clouds serve the credentials of a machine. An own server may be in a private network,
 * but never here.
 */
const metadataNames: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
]);
const metadataAddresses: ReadonlySet<string> = new Set([
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
]);

/** Reports whether a host name or an IP address literal of a URL is link-local or a metadata service. */
export function isRefusedHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  return ipaddr.isValid(host) ? isRefusedAddress(host) : metadataNames.has(host);
}

/** Reports whether an IP address is link-local or a metadata service. */
export function isRefusedAddress(address: string): boolean {
  // `process` turns IPv4-mapped IPv6 into IPv4 before the range is looked up.
  const parsed = ipaddr.process(address);
  return parsed.range() === "linkLocal" || metadataAddresses.has(parsed.toString());
}

import ipaddr from "ipaddr.js";

/**
 * Maps an IP address to the client it counts for: an IPv4 address, or the /64 network of an IPv6 address,
 * because a single household or server usually has a whole /64 network.
 */
export function clientAddressOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 8), ...zeros]);
  return `${network.toString()}/64`;
}

/** Maps an IP address to its network: a /24 of IPv4, and the /64 of IPv6 that counts as one client. */
export function networkOf(address: string | undefined): string {
  const client = clientAddressOf(address);
  if (!ipaddr.IPv4.isValid(client)) return client;
  return `${client.split(".").slice(0, 3).join(".")}.0/24`;
}

const zeros = Array.from({ length: 8 }, () => 0);

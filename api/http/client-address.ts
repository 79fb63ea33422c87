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

const zeros = Array.from({ length: 8 }, () => 0);

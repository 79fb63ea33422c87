import { lookup } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

import ipaddr from "ipaddr.js";

import { AppError } from "#domain/errors.ts";

interface FetchOptions {
  readonly signal: AbortSignal;
  /** An origin of ours or of a configured provider, which may lie in a private network. */
  readonly trustedOrigin?: string;
  readonly allowPrivate?: boolean;
}

/** Time without a byte after which a server counts as gone. */
const idleMs = 30_000;

/**
 * Reads an address that came from outside. The name is resolved once and the connection goes to the
 * address that was checked, so a second answer of the name server cannot lead it elsewhere; private,
 * loopback, link-local and special ranges are refused in every notation; redirects are not followed.
 * Throws `input_address_refused`, `input_invalid`, or for 404 and 410 `provider_result_expired`.
 */
export async function fetchUntrusted(
  address: string,
  options: FetchOptions,
): Promise<{ body: AsyncIterable<Uint8Array>; contentType: string | null }> {
  const url = parseAddress(address);
  const trusted = options.allowPrivate === true || url.origin === options.trustedOrigin;
  const ip = await resolveChecked(url.hostname, trusted);
  const response = await open(url, ip, options.signal);
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    const expired = status === 404 || status === 410;
    throw new AppError(expired ? "provider_result_expired" : "input_invalid", {
      message: `The address answered with status ${status}.`,
      details: { status },
    });
  }
  return { body: response, contentType: response.headers["content-type"] ?? null };
}

function parseAddress(address: string): URL {
  if (!URL.canParse(address)) throw refused("It is not an address.");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refused("Only http and https addresses are fetched.");
  }
  if (url.username !== "" || url.password !== "") {
    throw refused("The address must not contain a user name or password.");
  }
  return url;
}

async function resolveChecked(hostname: string, trusted: boolean): Promise<string> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const addresses = ipaddr.isValid(literal)
    ? [literal]
    : await lookup(literal, { all: true }).then(
        (found) => found.map((entry) => entry.address),
        (error: unknown) => {
          throw new AppError("input_invalid", {
            message: "The address's name is not known.",
            cause: error,
          });
        },
      );
  // One private answer spoils all: a name that points both ways is an attack or a mistake.
  if (!trusted && !addresses.every(isPublic)) {
    throw refused("It lies in a private or special network.");
  }
  const first = addresses[0];
  if (first === undefined)
    throw new AppError("input_invalid", { message: "The address's name is not known." });
  return first;
}

function isPublic(address: string): boolean {
  // `process` turns IPv4-mapped IPv6 into IPv4 before the range is looked up.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/**
 * All that was ever given out of IPv6 (RFC 4291, section 2.4). Outside lie forms that carry an IPv4
 * address inside and that no range is named for; those within (6to4, Teredo) have a range each.
 */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

async function open(url: URL, ip: string, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = send(
    url,
    {
      signal,
      timeout: idleMs,
      headers: { accept: "*/*", "user-agent": "generative-media-engine" },
      // Connects to the address that was checked, whatever the name says by now.
      lookup: (_hostname, lookupOptions, callback) => {
        const family = ipaddr.parse(ip).kind() === "ipv4" ? 4 : 6;
        if (lookupOptions.all) callback(null, [{ address: ip, family }]);
        else callback(null, ip, family);
      },
    },
    resolve,
  );
  outgoing.on("timeout", () => outgoing.destroy(new Error("the server stopped answering")));
  outgoing.on("error", reject);
  outgoing.end();
  try {
    return await promise;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new AppError("input_invalid", {
      message: "The address could not be read.",
      cause: error,
    });
  }
}

function refused(message: string): AppError {
  return new AppError("input_address_refused", { message });
}

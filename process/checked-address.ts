import { lookup } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

import ipaddr from "ipaddr.js";

import { AppError } from "#domain/errors.ts";

/** Time without a byte after which a connection is closed, also when its body is not read. */
const idleMs = 30_000;
/** Time for the connection and the whole head of the response, which may arrive byte by byte. */
const headMs = 30_000;

/** An http or https address without credentials. Throws `input_address_refused`. */
export function parseAddress(address: string): URL {
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

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<string[]>;

const resolveByHost: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * An address of the host that may be connected to: the name is asked for once, and the answer is what
 * is checked and what is used. Throws `input_address_refused`, or `input_invalid` when nobody knows
 * the name.
 */
export async function resolveChecked(
  hostname: string,
  trusted: boolean,
  resolve: Resolve = resolveByHost,
): Promise<string> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const addresses = ipaddr.isValid(literal)
    ? [literal]
    : await resolve(literal).catch((error: unknown) => {
        throw new AppError("input_invalid", {
          message: "The address's name is not known.",
          cause: error,
        });
      });
  // One private answer spoils all: a name that points both ways is an attack or a mistake.
  if (!trusted && !addresses.every(isPublic)) {
    throw refused("It lies in a private or special network.");
  }
  const first = addresses[0];
  if (first === undefined)
    throw new AppError("input_invalid", { message: "The address's name is not known." });
  return first;
}

/** Whether an IP address, in any notation, is one of the public network. */
export function isPublic(address: string): boolean {
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

interface Opening {
  readonly signal: AbortSignal;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** False: a connection of its own. */
  readonly agent?: false;
}

/**
 * Sends a request to the address that was checked and waits for the head of the answer. Throws
 * `input_invalid` when there is none, or the reason of the signal.
 */
export async function openAddress(
  url: URL,
  ip: string,
  { signal, method = "GET", headers, body, agent }: Opening,
): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = send(
    url,
    {
      method,
      signal,
      timeout: idleMs,
      headers: { accept: "*/*", "user-agent": "generative-media-engine", ...headers },
      ...(agent === undefined ? {} : { agent }),
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
  const timer = setTimeout(() => outgoing.destroy(new Error("no response in time")), headMs);
  outgoing.on("error", reject);
  outgoing.end(body);
  try {
    return await promise;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new AppError("input_invalid", {
      message: "The address could not be read.",
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function refused(message: string): AppError {
  return new AppError("input_address_refused", { message });
}

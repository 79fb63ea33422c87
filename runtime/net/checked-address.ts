import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

import { AppError } from "#domain/errors.ts";

import { createResolve, type LookUp, type Resolve, resolveBySystem } from "./resolve-name.ts";

/** Idle time after which a connection is closed, also while its body is not being read. */
const idleMs = 30_000;
/** Timeout for the connection and the complete head of the response, which may arrive byte by byte. */
const headMs = 30_000;

/** Parses an http or https URL without credentials. Throws `input_address_refused`. */
export function parseAddress(address: string): URL {
  const url = URL.parse(address);
  if (url === null) throw refused("The URL is invalid.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refused("Only http and https URLs are allowed.");
  }
  if (url.username !== "" || url.password !== "") {
    throw refused("The URL must not contain a user name or password.");
  }
  return url;
}

const resolveByDns = createResolve();

interface Checking extends LookUp {
  /** True when the host's IP addresses may be private, because the operator configured or allows it. */
  readonly trusted: boolean;
  /** For tests. */
  readonly resolve?: Resolve | undefined;
}

/**
 * Returns the IP addresses of a host that connections may use. The name is resolved once, and connections use
 * only the checked IP addresses. Throws `input_address_refused`, `overloaded`, or `input_invalid` when the
 * name cannot be resolved.
 */
export async function resolveChecked(hostname: string, checking: Checking): Promise<string[]> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const addresses = ipaddr.isValid(literal) ? [literal] : await lookUp(literal, checking);
  // One private IP address refuses the name: a mixture of public and private is an attack or a mistake.
  if (!checking.trusted && !addresses.every(isPublic)) {
    throw refused("The URL is in a private or special network.");
  }
  return addresses;
}

async function lookUp(name: string, checking: Checking): Promise<string[]> {
  const { trusted, signal, resolve = trusted ? resolveBySystem : resolveByDns } = checking;
  signal.throwIfAborted();
  try {
    const addresses = await untilAborted(resolve(name, checking), signal);
    if (addresses.length === 0) throw new Error("the host name has no IP address");
    return addresses;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    throw new AppError("input_invalid", {
      message: "The host name of the URL cannot be resolved.",
      cause: error,
    });
  }
}

/** Stops waiting on abort, because not every look-up can be canceled. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Reports whether an IP address, in any notation, belongs to the public network. */
export function isPublic(address: string): boolean {
  // `process` turns IPv4-mapped IPv6 into IPv4 before the range is looked up.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || cloudAddresses.has(parsed.toString())) return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/** IP addresses in a public range that the surrounding cloud serves: Azure's WireServer. */
const cloudAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * The only allocated part of IPv6 (RFC 4291, section 2.4). Outside are formats that embed an IPv4 address and
 * have no named range; those inside (6to4, Teredo) have a named range.
 */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

interface Opening {
  readonly signal: AbortSignal;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const directly = {
  // The global agent may use a proxy, which would resolve the name again.
  agent: false,
  // Time for one IP address before one of the other family is tried.
  autoSelectFamilyAttemptTimeout: 2_000,
} as const;

/**
 * Sends a request to one of the checked IP addresses and waits for the head of the response. Throws
 * `input_invalid` when none arrives, or the reason of the signal.
 */
export async function openAddress(
  url: URL,
  addresses: readonly string[],
  { signal, method = "GET", headers, body }: Opening,
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
      ...directly,
      // Connects to the checked IP addresses, even if the name resolves differently by now.
      lookup: (_hostname, _lookupOptions, callback) => callback(null, oneOfEachFamily(addresses)),
    },
    resolve,
  );
  outgoing.on("timeout", () => outgoing.destroy(new Error("the server stopped responding")));
  const timer = setTimeout(() => outgoing.destroy(new Error("no response in time")), headMs);
  outgoing.on("error", reject);
  outgoing.end(body);
  try {
    return await promise;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new AppError("input_invalid", {
      message: "The URL could not be read.",
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function oneOfEachFamily(addresses: readonly string[]): { address: string; family: number }[] {
  return [4, 6].flatMap((family) => {
    const address = addresses.find((each) => isIP(each) === family);
    return address === undefined ? [] : [{ address, family }];
  });
}

function refused(message: string): AppError {
  return new AppError("input_address_refused", { message });
}

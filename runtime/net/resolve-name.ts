import { lookup, Resolver } from "node:dns/promises";

import { AppError } from "#domain/errors.ts";
import { createFairShare } from "#runtime/fair-share.ts";

export interface LookUp {
  /** Organization or provider on whose behalf the name is looked up. */
  readonly requester: string;
  readonly signal: AbortSignal;
}

/** Resolves a host name to all its IP addresses. */
export type Resolve = (name: string, lookUp: LookUp) => Promise<string[]>;

/** Timeout of one query, and the number of attempts; working name servers respond within milliseconds. */
const queryMs = 1_000;
const queryAttempts = 2;
/** Timeout for all queries of one name. */
const lookUpMs = 3_000;
/**
 * Maximum number of concurrent look-ups in one process: below the limit of small forwarding name servers (150
 * in dnsmasq).
 */
const lookUpsMax = 128;

/**
 * Resolves names chosen by callers, by DNS alone. Each look-up has its own sockets and time limit. The
 * operating system's resolver would allow two at once per process and wait 10 seconds or longer for a silent
 * name server. Rejects with `overloaded` while the requester has used up its share of look-ups.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const lookUps = createFairShare(lookUpsMax);
  return async (name, { requester, signal }) => {
    if (isLocalhost(name)) return ["127.0.0.1", "::1"];
    const giveBack = lookUps.take(requester);
    if (giveBack === null) throw new AppError("overloaded");
    const resolver = new Resolver({ timeout: queryMs, tries: queryAttempts });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    const timer = setTimeout(cancel, lookUpMs);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) =>
        answer.status === "fulfilled" ? answer.value : [],
      );
      if (addresses.length === 0 && answers[0].status === "rejected") throw answers[0].reason;
      return addresses;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      giveBack();
    }
  };
}

/**
 * Resolves names chosen or approved by the operator as the operating system does: by its hosts file, its
 * search domains and DNS.
 */
export const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** `localhost` and its subdomains always name this host (RFC 6761, section 6.3). */
export function isLocalhost(name: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(name);
}

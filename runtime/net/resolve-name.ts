import { lookup, Resolver } from "node:dns/promises";

import { AppError } from "#domain/errors.ts";
import { createFairShare } from "#runtime/fair-share.ts";

export interface LookUp {
  /** Organization or provider on whose behalf the name is looked up. */
  readonly requester: string;
  readonly signal: AbortSignal;
}

/** All IP addresses of a host name. */
export type Resolve = (name: string, lookUp: LookUp) => Promise<string[]>;

/** One query, and one repetition of it; name servers that answer at all answer in milliseconds. */
const queryMs = 1_000;
const queryAttempts = 2;
/** All queries for a name together. */
const lookUpMs = 3_000;
/** Look-ups at once in one process: below what small forwarding name servers take (150 in dnsmasq). */
const lookUpsMax = 128;

/**
 * Resolves names that callers chose, by DNS alone. Each look-up has sockets and a time limit of its own,
 * because the operating system's resolver lets a process do two at once and waits 10 seconds or longer
 * for a silent name server. Rejects with `overloaded` while the requester has its share of look-ups
 * under way.
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
 * Resolves names that the operator chose or vouches for as the operating system does: by its hosts
 * file, its search domains and DNS.
 */
export const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** `localhost` and all below it always name this host (RFC 6761, section 6.3). */
export function isLocalhost(name: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(name);
}

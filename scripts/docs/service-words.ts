import { dayOf } from "#scripts/providers-check/present-report.ts";

import type { ServiceFacts } from "./service-facts.ts";

/** What becomes of a paid request whose answer was lost, in a word or two. */
export function lostAnswerWord({ adapter, provider }: ServiceFacts): string {
  switch (provider.idempotency) {
    case "key":
      return "by our key";
    case "lookup":
      return "looked up";
    case "none":
      return adapter?.recover === undefined ? "given up" : "webhook";
  }
}

export function webhookWord({ takesWebhooks, webhook }: ServiceFacts): string {
  if (!takesWebhooks) return "no";
  return webhook === null || /^none\b/.test(webhook.signature) ? "unsigned" : "signed";
}

export function callWord({ provider, proof: { call } }: ServiceFacts): string {
  if (provider.tier === "embedded") return "all tests";
  if (call?.state === "succeeded") return dayOf(call);
  return call === undefined ? "none" : `${dayOf(call)}: ${call.state}`;
}

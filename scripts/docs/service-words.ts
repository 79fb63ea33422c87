import { dayOf } from "#scripts/providers-check/present-report.ts";

import type { ServiceFacts } from "./service-facts.ts";

/** Outcome of a paid request whose response was lost, as a short phrase. */
export function lostAnswerWord({ adapter, announces, provider }: ServiceFacts): string {
  switch (provider.idempotency) {
    case "key":
      return "by our key";
    case "lookup":
      return "looked up";
    case "none":
      if (adapter?.recover !== undefined) return "webhook";
      return announces ? "asked for" : "given up";
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

import { dayOf } from "#scripts/providers-check/present-report.ts";

import type { ServiceFacts } from "./service-facts.ts";

/** How the outcome of a paid request is determined whose response was lost. */
export function lostResponseWord({ adapter, announces, provider }: ServiceFacts): string {
  switch (provider.idempotency) {
    case "key":
      return "idempotency key";
    case "lookup":
      return "lookup";
    case "none":
      if (adapter?.recover !== undefined) return "webhook";
      return announces ? "announced id" : "unknown";
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

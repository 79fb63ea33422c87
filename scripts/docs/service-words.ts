import { dayOf } from "#scripts/providers-check/present-report.ts";

import { code } from "./markdown-table.ts";
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

/** Judges of the requests that the adapter sends: a document or types of the provider, or nobody. */
export function requestJudge({ provider, proof }: ServiceFacts): string {
  if (provider.tier === "embedded") return "the provider itself";
  const { documentDate, isTyped, clients } = proof;
  const judges = [...documentOf(documentDate), ...(isTyped ? clients.map(typesOf) : [])];
  return judges.join(", ") || "nobody";
}

/** Judges of the simulator's responses, which the adapter reads. */
export function responseJudge({ provider, proof }: ServiceFacts): string {
  if (provider.tier === "embedded") return "the provider itself";
  return [...documentOf(proof.documentDate), ...proof.clients.map(code)].join(", ") || "nobody";
}

function documentOf(date: string | undefined): string[] {
  return date === undefined ? [] : [`OpenAPI document of ${date}`];
}

function typesOf(client: string): string {
  return `types of ${code(client)}`;
}

import { dayOf } from "#scripts/providers-check/present-report.ts";

import { code } from "./markdown-table.ts";
import type { ServiceFacts } from "./service-facts.ts";

/** Describes how the outcome of a paid request is determined after its response was lost. */
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

/** Documents, types and clients of the provider that validate the requests of the adapter. */
export function requestValidation({ provider, proof }: ServiceFacts): string {
  if (provider.tier === "embedded") return "the provider itself";
  const { document = [], isTyped, isRepeated, clients } = proof;
  const typed = isTyped ? clients.map(typesOf) : [];
  const repeated = isRepeated ? clients.map((client) => `requests of ${code(client)}`) : [];
  return [document, typed, repeated].flat().join(", ") || unvalidated;
}

/** Documents and clients of the provider that validate the responses of the simulator. */
export function responseValidation({ provider, proof }: ServiceFacts): string {
  if (provider.tier === "embedded") return "the provider itself";
  return [proof.document ?? [], proof.clients.map(code)].flat().join(", ") || unvalidated;
}

const unvalidated = "none: this project's reading of the provider's pages";

function typesOf(client: string): string {
  return `types of ${code(client)}`;
}

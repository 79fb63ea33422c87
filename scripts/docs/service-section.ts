import { capabilityRules } from "#domain/requests/capability.ts";
import { dayOf, presentOutcome } from "#scripts/providers-check/present-report.ts";

import { code, markdownTable, plainMarkdown } from "./markdown-table.ts";
import { calledModels, type ServiceFacts } from "./service-facts.ts";
import { webhookWord } from "./service-words.ts";

type Model = ServiceFacts["models"][number];

/** Section of one provider or service: facts and models. */
export function serviceSection(service: ServiceFacts): string {
  const { provider, slug } = service;
  const facts = factsOf(service).flatMap(([name, text]) =>
    text === "" ? [] : [`- ${name}: ${text}`],
  );
  return [
    `## ${titleOf(service)}`,
    ...(slug === provider.slug ? [plainMarkdown(`${provider.description}.`)] : []),
    facts.join("\n"),
    modelTable(service),
  ].join("\n\n");
}

/** Anchor of the section's heading as GitHub and most renderers form it. */
export function anchorOf(service: ServiceFacts): string {
  const kept = titleOf(service)
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "");
  return kept.replaceAll(" ", "-");
}

function titleOf({ provider, slug }: ServiceFacts): string {
  return slug === provider.slug ? provider.name : `${provider.name}: ${slug}`;
}

function factsOf(service: ServiceFacts): (readonly [name: string, text: string])[] {
  const { provider, slug, adapter, cancel, unverified } = service;
  // A provider's row describes its main API only.
  const own = slug === provider.slug ? provider : undefined;
  const repeated = [
    idempotencyWords[provider.idempotency],
    ...(own?.idempotencyNote === undefined ? [] : [own.idempotencyNote]),
  ];
  return [
    ["**Settings**", settingsOf(service)],
    ["**Polls**", paceOf(service)],
    ["**Repeated request**", plainMarkdown(repeated.join("; "))],
    ["**Cancel**", adapter?.cancel === undefined ? "" : plainMarkdown(cancel ?? "")],
    ["**Webhook**", webhookOf(service)],
    ["**Expiry of result URLs**", plainMarkdown(own?.result.expiry ?? "")],
    ["**Limits**", own === undefined ? "" : limitsOf(own)],
    ["**Verified by**", proofOf(service)],
    ["**Source of the facts**", plainMarkdown(own?.confidence ?? "")],
    ["**Not verified**", unverified.map(withoutLabel).map(plainMarkdown).join(" ")],
  ];
}

/** Removes the label that the list's heading repeats. */
function withoutLabel(sentence: string): string {
  const told = sentence.replace(/^Not verified(?: by a call)?: /, "");
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}`;
}

const idempotencyWords = {
  key: "returns the first generation, by the engine's idempotency key",
  lookup: "never sent; the first one is looked up by the engine's reference",
  none: "never sent, because the provider would bill it again",
};

function settingsOf({ setting, baseUrlSetting, region, provider }: ServiceFacts): string {
  if (provider.tier === "embedded") return code(setting);
  return [
    code(setting),
    ...(region === undefined ? [] : [`region ${code(region.setting)}`]),
    `base URL ${code(baseUrlSetting)}`,
  ].join(", ");
}

function paceOf({ adapter, poll }: ServiceFacts): string {
  if (adapter === undefined) return "";
  if (adapter.poll === undefined) return "none: the response contains the result";
  const seconds = poll.intervalSecondsMin;
  return seconds === null ? "at the engine's pace" : `at most every ${seconds} s`;
}

function webhookOf(service: ServiceFacts): string {
  const { webhook, adapter, takesWebhooks } = service;
  if (webhook === null) return "";
  const use = takesWebhooks
    ? adapter?.recover === undefined
      ? `accepted, ${webhookWord(service)}`
      : "accepted, signed; determines the outcome of a request whose response was lost"
    : "not used";
  return plainMarkdown(`${use} (${webhook.register}; ${webhook.signature})`);
}

function limitsOf({ limits: { concurrentMax, note } }: ServiceFacts["provider"]): string {
  const slots =
    concurrentMax === undefined ? [] : [`at most ${concurrentMax} concurrent requests are sent`];
  return plainMarkdown([note, ...slots].join("; "));
}

function proofOf(service: ServiceFacts): string {
  const { provider, proof } = service;
  if (provider.tier === "embedded") return "the engine's tests, which run it";
  const requests = calledModels(service).flatMap(({ capabilities }) => capabilities).length;
  const { call } = proof;
  return [
    ...(proof.hasSuite
      ? [`a suite against a simulator, with ${requests} pairs of model and capability`]
      : []),
    ...(proof.document === undefined ? [] : [`the provider's ${proof.document}`]),
    ...proof.clients.map((client) => `${code(client)} against the simulator`),
    call === undefined
      ? "no real call"
      : plainMarkdown(`real call of ${dayOf(call)}, ${call.model}: ${presentOutcome(call)}`),
  ].join("; ");
}

function modelTable(service: ServiceFacts): string {
  const { models } = service;
  const usual = mostCommon(models.map(({ verification }) => verification));
  const rows = models.map((model) => [
    code(model.id),
    model.capabilities.map((capability) => capabilityRules[capability].title).join(", "),
    plainMarkdown(model.pricing.typicalJob),
    model.credits.min === model.credits.max
      ? String(model.credits.min)
      : `${model.credits.min}–${model.credits.max}`,
    statusOf(model),
    plainMarkdown(notesOf(model, usual)),
  ]);
  const head = ["model", "capabilities", "typical job", "credits", "status", "notes"];
  return `Source of the parameters: ${plainMarkdown(usual)}.\n\n${markdownTable(head, rows)}`;
}

function statusOf({ lifecycle: { status, retiresOn, replacedBy } }: Model): string {
  return [
    status,
    ...(retiresOn === undefined ? [] : [`${status === "retired" ? "on" : "until"} ${retiresOn}`]),
    ...(replacedBy === undefined ? [] : [`use ${code(replacedBy)}`]),
  ].join(", ");
}

/** Notes on a model: everything that differs from its provider's usual values. */
function notesOf({ lifecycle, pricing, verification }: Model, usual: string): string {
  return [
    ...(lifecycle.note === undefined ? [] : [lifecycle.note.replace(/\.$/, "")]),
    ...(pricing.confidence === "documented" ? [] : [`price: ${pricing.confidence}`]),
    ...(verification === usual ? [] : [`parameters: ${verification}`]),
  ].join("; ");
}

function mostCommon(words: readonly string[]): string {
  const counts = Map.groupBy(words, (word) => word);
  const [most] = [...counts].toSorted(([, left], [, right]) => right.length - left.length);
  return most?.[0] ?? "";
}

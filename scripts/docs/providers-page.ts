import { capabilities, capabilityRules, contentTypeTitles } from "#domain/requests/capability.ts";

import { code, markdownTable } from "./markdown-table.ts";
import { calledModels, type ServiceFacts } from "./service-facts.ts";
import { anchorOf, serviceSection } from "./service-section.ts";
import { callWord, lostAnswerWord, webhookWord } from "./service-words.ts";

const introduction = `# Providers

Who can be called, for what, and how far that was proven. Made by \`npm run docs\` from the rows of the [catalog](catalog.md), the adapters, their tests, and the calls with real keys that are checked in.`;

const legend = `- **models**: those that this version calls, of those that are listed.
- **a lost answer**: what becomes of a paid request that was sent and not answered. It is never sent a second time, unless the provider itself knows the repeated one _by our key_. Else its fate is _looked up_ by our reference, told by a signed _webhook_, or _asked for_ where the provider names a request before it is paid; where nothing of that can be, the job fails after \`SUBMISSION_UNKNOWN_SECONDS\` and the credits go back.
- **cancel**: whether a generation that runs there can be stopped. Where it cannot, a canceled job costs its caller nothing all the same.
- **webhook**: whether its word is taken, and whether it is signed. It only makes us ask ([operations](operations.md#webhooks-of-providers)).
- **official client**: the provider's own package, which drives our simulator of the provider in a test: so somebody else's code judges the simulator. Against that simulator every adapter passes one suite: each model and capability with the smallest and the largest request, every status word and every documented refusal, and every way to lose an answer, counting what would be billed.
- **real call**: one paid request with a real key, made by [\`npm run providers:check\`](operations.md#calling-providers-with-real-keys).`;

/** Renders docs/providers.md: a table of all providers, their content types, and a section for each. */
export function providersPage(services: readonly ServiceFacts[]): string {
  const parts = [
    introduction,
    summary(services),
    legend,
    "## Who makes what",
    whoMakesWhat(services),
    ...services.map(serviceSection),
  ];
  return `${parts.join("\n\n")}\n`;
}

function summary(services: readonly ServiceFacts[]): string {
  const rows = services.map((service) => {
    const { slug, models, adapter, proof } = service;
    const called = calledModels(service);
    const kinds = new Set(models.map(({ contentType }) => contentTypeTitles[contentType]));
    return [
      `[${slug}](#${anchorOf(service)})`,
      [...kinds].join(", "),
      called.length === models.length
        ? String(called.length)
        : `${called.length} of ${models.length}`,
      code(service.setting),
      lostAnswerWord(service),
      adapter?.cancel === undefined ? "no" : "yes",
      webhookWord(service),
      proof.clients.map(code).join(", "),
      callWord(service),
    ];
  });
  const head = [
    "provider",
    "makes",
    "models",
    "setting",
    "a lost answer",
    "cancel",
    "webhook",
    "official client",
    "real call",
  ];
  return markdownTable(head, rows);
}

function whoMakesWhat(services: readonly ServiceFacts[]): string {
  const rows = capabilities.map((capability) => {
    const makers = services.flatMap((service) => {
      const models = calledModels(service).filter((model) =>
        model.capabilities.includes(capability),
      );
      return models.length === 0 ? [] : [`${service.slug} (${models.length})`];
    });
    return [capabilityRules[capability].title, makers.join(", ")];
  });
  return markdownTable(["capability", "by how many models of whom"], rows);
}

import { expect, test } from "vitest";

import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { ownProtocols } from "#catalog/own/own-connection.ts";

import { adapters } from "./index.ts";

/** Services have the idempotency class of their provider. */
const callable = new Map(
  providers
    .filter(({ integrated }) => integrated)
    .flatMap((provider: ProviderDefinition) =>
      [provider.slug, ...Object.keys(provider.services ?? {})].map((slug) => [slug, provider]),
    ),
);

test("the catalog marks exactly the providers with an adapter as integrated, and their services and the protocols of own servers have one", () => {
  expect(Object.keys(adapters).toSorted()).toEqual(
    [...callable.keys(), ...ownProtocols].toSorted(),
  );
});

test("the adapter of each provider with a model for media operations performs them", () => {
  const performing = Object.keys(adapters).filter((slug) => "perform" in (adapters[slug] ?? {}));
  const rows: readonly ProviderDefinition[] = providers;

  expect(performing).toEqual(
    rows.filter(({ mediaModel }) => mediaModel !== undefined).map(({ slug }) => slug),
  );
});

test.each(Object.entries(adapters).filter(([slug]) => callable.has(slug)))(
  "%s implements what its idempotency class requires",
  (slug, adapter) => {
    const row = callable.get(slug);

    expect(row).toBeDefined();
    expect("lookup" in adapter || row?.idempotency !== "lookup").toBe(true);
  },
);

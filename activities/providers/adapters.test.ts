import { expect, test } from "vitest";

import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";

import { adapters } from "./index.ts";

/** A service is one of its provider's class. */
const callable = new Map(
  providers
    .filter(({ integrated }) => integrated)
    .flatMap((provider: ProviderDefinition) =>
      [provider.slug, ...Object.keys(provider.services ?? {})].map((slug) => [slug, provider]),
    ),
);

test("the catalog calls integrated exactly the providers that have an adapter, and so their services", () => {
  expect(Object.keys(adapters).toSorted()).toEqual([...callable.keys()].toSorted());
});

test.each(Object.entries(adapters))(
  "%s keeps the promise of its idempotency class",
  (slug, adapter) => {
    const row = callable.get(slug);

    expect(row).toBeDefined();
    expect("lookup" in adapter || row?.idempotency !== "lookup").toBe(true);
  },
);

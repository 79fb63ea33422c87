import { expect, test } from "vitest";

import { providers } from "#catalog/index.ts";

import { adapters } from "./index.ts";

test("the catalog calls integrated exactly the providers that have an adapter", () => {
  const integrated = providers.filter((provider) => provider.integrated).map(({ slug }) => slug);

  expect(Object.keys(adapters).toSorted()).toEqual(integrated.toSorted());
});

test.each(Object.entries(adapters))(
  "%s keeps the promise of its idempotency class",
  (slug, adapter) => {
    const row = providers.find((provider) => provider.slug === slug);

    expect(row).toBeDefined();
    expect("lookup" in adapter || row?.idempotency !== "lookup").toBe(true);
  },
);

import { expect, test } from "vitest";

import { canonicalModels, offerProblems } from "./canonical.ts";
import type { ModelDefinition } from "./define-provider.ts";
import { providers } from "./index.ts";

const models: readonly ModelDefinition[] = providers.flatMap((provider) => provider.models);

/** Hosts whose name is not that of their company. */
const ownHosts: Readonly<Record<string, string>> = { ByteDance: "BytePlus" };

test.each(canonicalModels)(
  "$id has an offer, and $maker's own is among its offers",
  ({ id, maker }) => {
    const makers = providers.filter(
      (provider) =>
        provider.name.startsWith(ownHosts[maker] ?? maker) &&
        provider.models.some((model: ModelDefinition) => model.offers === id),
    );

    expect(makers).toHaveLength(1);
  },
);

test("a canonical id is not the id of a row, except of a row that offers itself", () => {
  const ids = new Set<string>(canonicalModels.map(({ id }) => id));

  expect(models.filter(({ id, offers }) => ids.has(id) && offers !== id)).toEqual([]);
  expect(offerProblems([{ id: "veo-3.1", contentType: "video" }])).toEqual([
    "veo-3.1 has the id of a canonical model",
  ]);
});

test("offers raise the count of rows, not that of models", () => {
  const distinct = new Set(models.map(({ id, offers }) => offers ?? id));

  expect(models.length - distinct.size).toBe(11);
});

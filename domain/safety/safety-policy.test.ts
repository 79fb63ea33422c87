import fc from "fast-check";
import { expect, test } from "vitest";

import { toBlocklist } from "./blocklist.ts";
import { neverAllowed } from "./moderation.ts";
import { findBlockedTerm, findRefusedCategories } from "./safety-policy.ts";

const category = fc.constantFrom("sexual", "sexual/minors", "violence", "harassment", "flagged");
const categories = fc.uniqueArray(category);
const terms = fc.uniqueArray(fc.constantFrom("bomb", "gun", "fox", "fo*"));
const text = fc
  .array(fc.constantFrom("a", "bomb", "b0mb", "gun", "fox", "forest"))
  .map((words) => words.join(" "));

const policyOf = (listed: readonly string[], allowedCategories: readonly string[]) => ({
  blocklist: toBlocklist(listed),
  allowedCategories,
});

test("no organization allows what the platform refuses", () => {
  fc.assert(
    fc.property(
      terms,
      categories,
      terms,
      categories,
      text,
      categories,
      fc.boolean(),
      (listed, allowed, ownTerms, refusedCategories, asked, flagged, hasPicture) => {
        const platform = policyOf(listed, allowed);
        const own = { blocklist: toBlocklist(ownTerms), refusedCategories };
        const [without, within] = [null, own].map((organization) => ({
          term: findBlockedTerm(asked, { platform, organization }),
          flagged:
            findRefusedCategories(flagged, { platform, organization }, { hasPicture })
              ?.categories ?? [],
        }));

        expect(without?.term === null || within?.term !== null).toBe(true);
        expect(within?.flagged).toEqual(expect.arrayContaining([...(without?.flagged ?? [])]));
      },
    ),
  );
});

test("sexual content with minors, and with a picture, is refused whatever is allowed", () => {
  const platform = policyOf([], ["sexual", "sexual/minors", "violence"]);
  const policy = { platform, organization: null };
  const refused = (flagged: string[], hasPicture: boolean) =>
    findRefusedCategories(flagged, policy, { hasPicture })?.categories;

  expect(refused([neverAllowed], false)).toEqual([neverAllowed]);
  expect(refused(["sexual"], false)).toBeUndefined();
  expect(refused(["sexual", "violence"], true)).toEqual(["sexual"]);
  expect(refused(["violence"], true)).toBeUndefined();
});

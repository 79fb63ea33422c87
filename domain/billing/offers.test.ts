import { expect, test } from "vitest";

import { parseOffers } from "./offers.ts";

test("a plan has its published credits, or those after its name", () => {
  expect(parseOffers("pro=price_1, team:2000=price_2,credits100=price_3")).toEqual([
    { kind: "plan", plan: "pro", credits: 500, priceId: "price_1" },
    { kind: "plan", plan: "team", credits: 2_000, priceId: "price_2" },
    { kind: "credits", credits: 100, priceId: "price_3" },
  ]);
  expect(parseOffers("")).toEqual([]);
});

test.each([
  ["free=price_1", "no plan that is sold"],
  ["gold=price_1", "no plan that is sold"],
  ["team=price_1", "team:2000=price_"],
  ["credits0=price_1", "from 1 to"],
  ["pro=prod_1", "expected plan=price_"],
  ["pro=price_1,team:9=price_1", "twice"],
  ["pro=price_1,pro:9=price_2", "twice"],
  ["credits5=price_1,credits5=price_2", "twice"],
])("the list %s is refused: %s", (list, problem) => {
  expect(() => parseOffers(list)).toThrow(problem);
});

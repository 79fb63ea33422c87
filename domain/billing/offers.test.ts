import { expect, test } from "vitest";

import { isUpgrade, parseOffers, type PlanOffer } from "./offers.ts";

test("a plan has its published credits, or those after its name", () => {
  const list = "pro=price_1, team:2000=price_2,credits100=price_3,pro-yearly:600=price_4";
  expect(parseOffers(list)).toEqual([
    { kind: "plan", plan: "pro", interval: "month", credits: 500, priceId: "price_1" },
    { kind: "plan", plan: "team", interval: "month", credits: 2_000, priceId: "price_2" },
    { kind: "credits", credits: 100, priceId: "price_3" },
    { kind: "plan", plan: "pro", interval: "year", credits: 600, priceId: "price_4" },
  ]);
  expect(parseOffers("")).toEqual([]);
});

test.each([
  ["free=price_1", "no plan that is sold"],
  ["gold=price_1", "no plan that is sold"],
  ["team=price_1", "team:2000=price_"],
  ["team-yearly=price_1", "team-yearly:2000=price_"],
  ["free-yearly=price_1", "no plan that is sold"],
  ["credits5-yearly=price_1", "expected plan=price_"],
  ["pro-yearly=price_1,pro-yearly=price_2", "twice"],
  ["credits0=price_1", "from 1 to"],
  ["pro=prod_1", "expected plan=price_"],
  ["pro=price_1,team:9=price_1", "twice"],
  ["pro=price_1,pro:9=price_2", "twice"],
  ["credits5=price_1,credits5=price_2", "twice"],
])("the list %s is refused: %s", (list, problem) => {
  expect(() => parseOffers(list)).toThrow(problem);
});

test("a larger plan, and a year instead of a month, begin at once; everything else waits", () => {
  const offers = parseOffers(
    "pro=price_1,pro-yearly=price_2,team:2000=price_3,team-yearly:2000=price_4",
  ) as readonly PlanOffer[];
  const upgrades = offers.map((from) =>
    offers.filter((to) => isUpgrade(from, to)).map(({ priceId }) => priceId),
  );
  expect(upgrades).toEqual([
    ["price_2", "price_3", "price_4"],
    ["price_3", "price_4"],
    ["price_4"],
    [],
  ]);
});

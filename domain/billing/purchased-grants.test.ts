import { expect, test } from "vitest";

import { parseOffers } from "./offers.ts";
import type { Purchase } from "./payments.ts";
import { listGrants } from "./purchased-grants.ts";

const offers = parseOffers("pro=price_pro,pro-yearly=price_year,credits100=price_pack");
const year: Purchase = {
  source: "in_1/il_1",
  paymentIntent: "pi_1",
  kind: "plan",
  priceId: "price_year",
  quantity: 1,
  amount: 20_000,
  currency: "eur",
  period: { start: new Date("2027-01-31T10:00:00Z"), end: new Date("2028-01-31T10:00:00Z") },
};
const at = (now: string, purchase: Purchase = year) =>
  listGrants([purchase], { offers, now: new Date(now) });

test("a paid year gives each month's credits once, when the month begins", () => {
  expect(at("2027-01-31T10:00:00Z")).toEqual([
    {
      source: "in_1/il_1/1",
      purchase: year,
      credits: 500,
      amount: 1_666,
      expiresAt: new Date("2027-02-28T10:00:00Z"),
    },
  ]);
  // Two days before the former month's credits expire, because payments are read once a day.
  expect(at("2027-02-26T09:59:59Z")).toHaveLength(1);
  expect(at("2027-02-26T10:00:00Z")).toHaveLength(2);
  const all = at("2030-01-01T00:00:00Z");
  expect(all.map(({ source }) => source)).toEqual(
    Array.from({ length: 12 }, (_, index) => `in_1/il_1/${index + 1}`),
  );
  expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(20_000);
  expect(all.map(({ expiresAt }) => expiresAt?.toISOString().slice(0, 10))).toEqual([
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
    "2027-05-31",
    "2027-06-30",
    "2027-07-31",
    "2027-08-31",
    "2027-09-30",
    "2027-10-31",
    "2027-11-30",
    "2027-12-31",
    "2028-01-31",
  ]);
});

test("a paid time that is shorter than a year gives no month after its end", () => {
  const end = new Date("2027-03-31T10:00:00Z");
  const short = { ...year, period: { start: year.period?.start ?? end, end } };
  expect(at("2030-01-01T00:00:00Z", short)).toHaveLength(2);
});

test("a paid month and a pack give their credits at once, an unknown price none", () => {
  const month = { ...year, priceId: "price_pro" };
  expect(at("2027-02-01T00:00:00Z", month)).toMatchObject([
    { source: "in_1/il_1", credits: 500, amount: 20_000, expiresAt: year.period?.end },
  ]);
  const pack = {
    ...year,
    kind: "credits",
    priceId: "price_pack",
    quantity: 3,
    period: null,
  } as const;
  expect(at("2027-02-01T00:00:00Z", pack)).toMatchObject([{ credits: 300, expiresAt: null }]);
  expect(at("2027-02-01T00:00:00Z", { ...year, priceId: "price_none" })).toMatchObject([
    { source: "in_1/il_1", credits: 0 },
  ]);
});

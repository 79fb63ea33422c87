import { expect, test } from "vitest";

import { creditsPerMonthOf, periodOf, plans, planSlugs, requestsPerHourOf } from "./plans.ts";

test("each plan has its published limits", () => {
  const limits = planSlugs.map((slug) => [
    slug,
    plans[slug].requestsPerHour,
    plans[slug].creditsPerMonth,
  ]);

  expect(limits).toEqual([
    ["free", 50, 50],
    ["pro", 500, 500],
    ["team", 2_000, null],
    ["enterprise", 10_000, null],
  ]);
});

test("an organization's agreed value overrides its plan, including zero", () => {
  expect(requestsPerHourOf("free", 7)).toBe(7);
  expect(requestsPerHourOf("free", null)).toBe(50);
  expect(creditsPerMonthOf("pro", 0)).toBe(0);
  expect(creditsPerMonthOf("pro", undefined)).toBe(500);
});

test("a custom plan without an agreement gets no credits", () => {
  expect(creditsPerMonthOf("team", null)).toBe(0);
});

test("a grant's month is a UTC month", () => {
  expect(periodOf(new Date("2026-12-01T00:30:00+01:00"))).toBe("2026-11");
  expect(periodOf(new Date("2026-12-01T00:00:00Z"))).toBe("2026-12");
});

test("weights are valid for Temporal and increase with the plan's price", () => {
  const weights = planSlugs.map((slug) => plans[slug].weight);

  expect(weights.every((weight) => weight >= 0.001 && weight <= 1_000)).toBe(true);
  expect(weights).toEqual([...new Set(weights)].toSorted((left, right) => left - right));
});

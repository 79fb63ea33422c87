import { expect, test } from "vitest";

import { createBodyBudget } from "./body-budget.ts";

const refused = expect.objectContaining({ code: "overloaded" }) as Error;

test("one client IP address cannot use up the memory of the others", () => {
  const budget = createBodyBudget({ bytesMax: 100, bytesOfAddressMax: 40 });

  budget.open("a").take(30);
  const second = budget.open("a");

  expect(() => second.take(11)).toThrow(refused);
  second.take(10);
  budget.open("b").take(40);
  expect(() => budget.open("c").take(21)).toThrow(refused);
  budget.open("c").take(20);
});

test("a request releases its bytes exactly once", () => {
  const budget = createBodyBudget({ bytesMax: 40, bytesOfAddressMax: 40 });
  const account = budget.open("a");
  account.take(15);
  account.take(15);

  account.close();
  account.close();

  budget.open("a").take(40);
  expect(() => budget.open("b").take(1)).toThrow(refused);
});

import { expect, test, vi } from "vitest";

import { runUndisturbed } from "./undisturbed.ts";

const failure = new Error("the assertion does not hold");

test("a failure while the premise held is a failure of the test", async () => {
  const body = vi.fn(async () => Promise.reject(failure));

  await expect(runUndisturbed(async () => ["hour 1"], body)).rejects.toBe(failure);

  expect(body).toHaveBeenCalledTimes(1);
});

test("a failure after the premise was broken repeats the body", async () => {
  let hour = 0;
  const body = vi.fn(async () => Promise.resolve());
  body.mockImplementationOnce(async () => {
    hour += 1;
    throw failure;
  });

  await runUndisturbed(async () => [hour], body);

  expect(body).toHaveBeenCalledTimes(2);
});

test("a premise that is broken every time fails the test, with the last failure as the cause", async () => {
  let hour = 0;
  const body = vi.fn(async () => Promise.reject(failure));

  const outcome = runUndisturbed(async () => {
    hour += 1;
    return hour;
  }, body);

  await expect(outcome).rejects.toMatchObject({
    message: "the premise was broken in each of 5 attempts",
    cause: failure,
  });
  expect(body).toHaveBeenCalledTimes(5);
});

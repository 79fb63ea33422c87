import { ActivityFailure, ApplicationFailure, TimeoutFailure } from "@temporalio/common";
import { expect, test } from "vitest";

import { AppError, errorCatalog, isErrorCode } from "#domain/errors.ts";

import { failureCode } from "./failure-code.ts";

const codes = Object.keys(errorCatalog).filter(isErrorCode);

function activityFailure(activityType: string, cause?: Error): ActivityFailure {
  return new ActivityFailure("failed", activityType, "1", "TIMEOUT", "worker", cause);
}

test.each(codes)("%s keeps its code through Temporal", (code) => {
  const failure = ApplicationFailure.create({ type: code, message: "text", nonRetryable: true });

  expect(failureCode(failure)).toBe(code);
  expect(failureCode(activityFailure("storeOutput", failure))).toBe(code);
  expect(failureCode(new AppError(code))).toBe(code);
});

test.each(["START_TO_CLOSE", "SCHEDULE_TO_CLOSE", "SCHEDULE_TO_START", "HEARTBEAT"] as const)(
  "a Temporal timeout (%s) is a failure of the platform, even while polling a provider",
  (type) => {
    const timeout = new TimeoutFailure("timed out", undefined, type);

    expect(failureCode(activityFailure("pollProvider", timeout))).toBe("unavailable");
    expect(failureCode(activityFailure("storeOutput", timeout))).toBe("unavailable");
  },
);

test.each([
  ["a plain error", new Error("surprise")],
  ["a word that is no code", ApplicationFailure.create({ type: "TypeError" })],
  ["a word that every object has", ApplicationFailure.create({ type: "constructor" })],
  ["a failure without a cause", activityFailure("storeOutput")],
  ["something that is no error", "surprise"],
  ["nothing", undefined],
])("%s is internal", (_, error) => {
  expect(failureCode(error)).toBe("internal");
});

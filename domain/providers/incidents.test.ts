import { expect, test } from "vitest";

import { type CircuitChange, toIncidents } from "./incidents.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));

function change(
  minute: number,
  toState: CircuitChange["toState"],
  { modelId = "", cause = "provider_unavailable" } = {},
): CircuitChange {
  return { providerSlug: "fal", modelId, toState, cause, createdAt: at(minute) };
}

test("an incident lasts from the first failure to the recovery, with every failed trial", () => {
  const changes = [
    change(0, "open"),
    change(1, "half_open", { cause: "trial" }),
    change(2, "open"),
    change(3, "half_open", { cause: "trial" }),
    change(4, "closed", { cause: "trial" }),
  ];

  expect(toIncidents(changes)).toEqual([
    {
      providerSlug: "fal",
      modelId: "",
      cause: "provider_unavailable",
      startedAt: at(0),
      endedAt: at(4),
    },
  ]);
});

test("a provider and its models have separate incidents, newest first", () => {
  const changes = [
    change(0, "open"),
    change(1, "open", { modelId: "flux", cause: "operator" }),
    change(2, "closed"),
    change(5, "open"),
  ];

  expect(
    toIncidents(changes).map(({ modelId, startedAt, endedAt }) => [modelId, startedAt, endedAt]),
  ).toEqual([
    ["", at(5), null],
    ["flux", at(1), null],
    ["", at(0), at(2)],
  ]);
});

test("a recovery from before the first known change is no incident", () => {
  expect(toIncidents([change(0, "closed")])).toEqual([]);
});

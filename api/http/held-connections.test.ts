import { expect, test } from "vitest";

import { createHeldConnections, type HeldConnections } from "./held-connections.ts";

/** Opens connections until one is refused. Returns how many were open, and the error code. */
function fill(held: HeldConnections, organizationId: string): { count: number; code: unknown } {
  for (let count = 0; ; count += 1) {
    try {
      held.hold(organizationId);
    } catch (error) {
      return { count, code: (error as { code?: unknown }).code };
    }
  }
}

test("a few organizations cannot take all connections of a process", () => {
  const held = createHeldConnections({
    eventStreamsMax: 5_000,
    eventStreamsOfOrganizationMax: 500,
    eventStreamsOfPersonMax: 30,
  });

  const greedy = Array.from({ length: 20 }, (_value, index) => fill(held, `greedy ${index}`).count);
  const late = fill(held, "late");

  expect(greedy).toEqual([...Array<number>(8).fill(500), ...Array<number>(12).fill(50)]);
  expect(late).toEqual({ count: 50, code: "streams_limited" });
});

test("a full process refuses every organization, and releasing a connection twice frees it once", () => {
  const held = createHeldConnections({
    eventStreamsMax: 2,
    eventStreamsOfOrganizationMax: 2,
    eventStreamsOfPersonMax: 2,
  });
  const free = held.hold("one");
  held.hold("two");

  expect(fill(held, "three")).toEqual({ count: 0, code: "overloaded" });
  free();
  free();
  expect(held.count()).toBe(1);
  expect(fill(held, "three")).toEqual({ count: 1, code: "overloaded" });
});

test("a person at the limit leaves connections to the others of the organization", () => {
  const held = createHeldConnections({
    eventStreamsMax: 100,
    eventStreamsOfOrganizationMax: 10,
    eventStreamsOfPersonMax: 2,
  });
  const free = held.hold("one", { person: "a" });
  held.hold("one", { person: "a" });

  expect(() => held.hold("one", { person: "a" })).toThrow(
    expect.objectContaining({
      code: "streams_limited",
      details: expect.objectContaining({ limit: 2 }) as object,
    }) as Error,
  );
  expect(held.count()).toBe(2);
  held.hold("one", { person: "b" });
  free();
  held.hold("one", { person: "a" });
  expect(held.count()).toBe(3);
});

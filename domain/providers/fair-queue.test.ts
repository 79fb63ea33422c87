import fc from "fast-check";
import { expect, test } from "vitest";

import {
  shareSlots,
  reservedSlots,
  type ProviderQueue,
  type WaitingOrganization,
} from "./fair-queue.ts";

const queue: ProviderQueue = {
  limit: 10,
  inUse: 0,
  isShared: true,
  clock: 0,
  organizations: [],
};

function organization(
  id: string,
  waiting: number,
  change: Partial<WaitingOrganization> = {},
): WaitingOrganization {
  const waiters = Array.from({ length: waiting }, (_, index) => ({
    submissionId: `${id}${index}`,
    seconds: 10,
  }));
  return { id, weight: 1, holds: 0, virtualEnd: null, waiters, ...change };
}

/**
 * Simulates a provider with one slot whose organizations always have waiting jobs, and counts the grants of
 * each organization.
 */
function serve(organizations: readonly WaitingOrganization[], turns: number): Map<string, number> {
  const served = new Map<string, number>(organizations.map(({ id }) => [id, 0]));
  const ends = new Map<string, number>();
  let clock = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const shared = shareSlots({
      ...queue,
      limit: 1,
      clock,
      organizations: organizations.map((line) => ({
        ...line,
        virtualEnd: ends.get(line.id) ?? null,
      })),
    });
    ({ clock } = shared);
    for (const [id, end] of shared.virtualEnds) {
      ends.set(id, end);
      served.set(id, (served.get(id) ?? 0) + 1);
    }
  }
  return served;
}

test("an organization's thousand jobs wait behind another's first job", () => {
  const { granted } = shareSlots({
    ...queue,
    limit: 3,
    inUse: 2,
    clock: 100,
    organizations: [
      organization("many", 1_000, { holds: 2, virtualEnd: 110 }),
      organization("b", 1),
    ],
  });

  expect(granted).toEqual(["b0"]);
});

test("organizations with equal weights alternate", () => {
  const { granted } = shareSlots({
    ...queue,
    limit: 6,
    isShared: false,
    organizations: [organization("a", 9), organization("b", 9), organization("c", 1)],
  });

  expect(granted).toEqual(["a0", "b0", "c0", "a1", "b1", "a2"]);
});

test("eight times the weight gets eight times the grants, and the other organization never starves", () => {
  const served = serve([organization("dear", 1, { weight: 8 }), organization("free", 1)], 900);

  expect(served.get("dear")).toBe(800);
  expect(served.get("free")).toBe(100);
});

test("an organization whose jobs take ten times as long gets a tenth of the grants", () => {
  const long = organization("long", 0, { waiters: [{ submissionId: "l", seconds: 100 }] });

  const served = serve([long, organization("short", 1)], 1_100);

  expect(served.get("long")).toBe(100);
});

test("the last slots are reserved for organizations that hold none, unless no other one exists", () => {
  const lone = {
    ...queue,
    inUse: 8,
    organizations: [organization("many", 5, { holds: 8, virtualEnd: 10 })],
  };

  expect(reservedSlots(10)).toBe(1);
  expect(shareSlots(lone).granted).toEqual(["many0"]);
  expect(shareSlots({ ...lone, isShared: false }).granted).toEqual(["many0", "many1"]);
  const { granted } = shareSlots({
    ...lone,
    inUse: 9,
    organizations: [...lone.organizations, organization("new", 3)],
  });
  expect(granted).toEqual(["new0"]);
});

test("without a limit every waiting submission gets a slot", () => {
  const organizations = [organization("a", 50), organization("b", 2)];

  expect(shareSlots({ ...queue, limit: null, organizations }).granted).toHaveLength(52);
});

test("any queue: never exceeds the limit, grants nothing twice, never turns the clock back, and leaves only reserved slots free", () => {
  const organizations = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1 }),
      weight: fc.constantFrom(1, 2, 4, 8),
      holds: fc.nat(5),
      virtualEnd: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
      waiting: fc.nat(20),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  );
  fc.assert(
    fc.property(
      organizations,
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (lines, limit, clock) => {
        const inUse = lines.reduce((sum, { holds }) => sum + holds, 0);
        const waiting = lines.map(({ id, waiting: count, ...line }) =>
          organization(`${id}/`, count, line),
        );

        const shared = shareSlots({
          limit,
          inUse,
          isShared: true,
          clock,
          organizations: waiting,
        });

        const { granted } = shared;
        const all = waiting.flatMap(({ waiters }) => waiters);
        const free = Math.max(0, limit - inUse);
        const usable = Math.max(0, free - reservedSlots(limit));
        expect(new Set(granted).size).toBe(granted.length);
        expect(granted.length).toBeLessThanOrEqual(free);
        expect(granted.length).toBeGreaterThanOrEqual(Math.min(usable, all.length));
        expect(shared.clock).toBeGreaterThanOrEqual(clock);
      },
    ),
  );
});

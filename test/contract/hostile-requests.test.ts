import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import { doors } from "#api/doors/doors.ts";
import type { Route } from "#api/http/route.ts";
import { appRoutes, billingRoutes, routes } from "#api/routes/index.ts";
import {
  createOperatedWorld,
  pathOf,
  type AccessWorld,
} from "#test/support/accounts/access-world.ts";
import { nearMissOf } from "#test/support/arbitrary-from-schema.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { useTestPayments } from "#test/support/jobs/billing.ts";

/** Every route, also of doors, made from the route list: no request is an internal error. */

const database = useDatabase();
const { payments } = useTestPayments();
const api = useApi(database, { dependencies: { payments } });

const ofDoors = doors.flatMap((door) => door.routes);
const all = [...routes, ...appRoutes, ...billingRoutes, ...ofDoors];
const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const);

let common: AccessWorld;
beforeAll(async () => {
  common = await createOperatedWorld(database.orm, api.storage);
});

const parametersOf = ({ path }: Route) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Signed parts of paths, for which there is no row. */
const unsigned = { token: "token", fileId: "fileId" };
const pathIn = (
  { rows }: AccessWorld,
  route: Route,
  given: Readonly<Record<string, string>> = {},
) => pathOf(route, { ...unsigned, ...rows, ...given });

const statusesOfOutages = [501, 503];

async function expectHandled(
  route: Route,
  path: string,
  world: AccessWorld,
  {
    body,
    headers,
  }: { body?: string | Uint8Array | undefined; headers?: Record<string, string> } = {},
): Promise<void> {
  const logged = api.logLines.length;
  const { token, key } = world.people.owner;
  const response = await api.call(path, {
    method: route.method.toUpperCase(),
    ...(ofDoors.includes(route) ? { key } : { token }),
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  });
  // The body of a stream has no end.
  await response.body?.cancel();
  const { status } = response;
  const isFine = status < 500 || statusesOfOutages.includes(status);
  const failures = api.logLines.slice(logged).filter((line) => line.includes("unexpected failure"));
  expect({ path, body, headers, isFine, status, failures }).toMatchObject({
    isFine: true,
    failures: [],
  });
}

/** Encoded for a URL: NUL, a lone surrogate, bytes that are not UTF-8, faults of the encoding, and texts with a meaning. */
const texts = ["%00", "a%00b", "%ED%A0%80", "%ff", "%zz", "__proto__", "a".repeat(5_000)];
const values = [
  ...texts,
  "",
  "99999999999999999999",
  "%2B275760-09-13T00:00:00.000Z",
  "0000-01-01T00:00:00Z",
  "!%7C%26():*",
];

describe("ids in paths", () => {
  test.each(named(all.filter((route) => parametersOf(route).length > 0)))(
    "%s",
    async (_name, route) => {
      for (const name of parametersOf(route)) {
        for (const text of texts) {
          await expectHandled(route, pathIn(common, route, { [name]: text }), common, {
            body: route.body === null ? undefined : "{}",
          });
        }
      }
    },
  );
});

describe("queries", () => {
  test.each(named(all.filter(({ method }) => method === "get")))("%s", async (_name, route) => {
    const path = pathIn(common, route);
    for (const name of Object.keys(route.query.shape)) {
      for (const value of values) await expectHandled(route, `${path}?${name}=${value}`, common);
      for (const query of [name, `${name}=1&${name}=2`, `${name}[]=1`, `${name}.a=%00`]) {
        await expectHandled(route, `${path}?${query}`, common);
      }
    }
    for (const query of ["%=1", "%00=1", "__proto__.x=1", "&&=", "%ff=%ff"]) {
      await expectHandled(route, `${path}?${query}`, common);
    }
  });
});

describe("headers", () => {
  const hostile = ["\u00FF", '"'.repeat(99), "99999999999999999999"];
  const names = ["Idempotency-Key", "If-Match", "If-None-Match", "Range", "Last-Event-ID"];
  const others: readonly (readonly [string, string])[] = [
    ["Range", "bytes=9-1"],
    ["Prefer", "wait=-1"],
    ["Content-Type", "multipart/form-data; boundary="],
    ["Content-Type", "application/json; charset=\u00FF"],
    ["Content-Encoding", "gzip"],
    ["Cookie", "gme-session=%E0%A4%A; =; ;"],
    ["X-Session-Binding", "\u00FF"],
    ["Accept-Language", "*;q=x"],
    ["traceparent", "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff"],
  ];

  test.each(named(all.filter((route) => route.method !== "delete")))("%s", async (_name, route) => {
    const path = pathIn(common, route);
    // A body that each route refuses, so that nothing is changed.
    const body = route.body === null ? undefined : '{"surprise":1}';
    if (route.method !== "get" && body === undefined) return;
    for (const [name, value] of [
      ...names.flatMap((header) => hostile.map((text) => [header, text] as const)),
      ...others,
    ]) {
      await expectHandled(route, path, common, { headers: { [name]: value }, body });
    }
  });
});

describe("bodies", () => {
  const wrong = [
    "",
    "null",
    "[]",
    "{",
    '{"\\u0000":1}',
    '{"a":"\\ud800"}',
    '{"__proto__":{"constructor":1}}',
    "1e999",
    "[".repeat(100_000),
    Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
    Buffer.from([0xff, 0xfe]),
  ];

  test.each(named(all.filter(({ body }) => body !== null)))("%s", async (_name, route) => {
    const world = await createOperatedWorld(database.orm, api.storage, {
      role: "owner",
      parameters: parametersOf(route),
    });
    const path = pathIn(world, route);
    for (const body of wrong) await expectHandled(route, path, world, { body });
    // A door's response to a valid order waits for the end of its job.
    const examples = ofDoors.includes(route) ? [] : Object.values(route.examples?.body ?? {});
    if (examples.length === 0) return;
    await fc.assert(
      fc.asyncProperty(nearMissOf(fc.constantFrom(...examples)), async (body) => {
        await expectHandled(route, path, world, { body: JSON.stringify(body) ?? "" });
      }),
      { numRuns: 5 },
    );
  });
});

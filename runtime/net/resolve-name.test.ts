import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

import { afterAll, beforeAll, expect, test } from "vitest";

import { resolveChecked } from "./checked-address.ts";
import { createResolve, type Resolve } from "./resolve-name.ts";

/** IP addresses by name; the server ignores queries for other names. */
const zone: Readonly<Record<string, { readonly a?: string; readonly aaaa?: string }>> = {
  "fast.test": { a: "203.1.113.1" },
  "both.test": { a: "203.1.113.1", aaaa: "26064700000000000000000000000001" },
  "inner.test": { a: "203.1.113.1", aaaa: "fd000000000000000000000000000001" },
  "empty.test": {},
};

let server: Socket;
let resolve: Resolve;
/** Name of each query, in the order of arrival. */
const queried: string[] = [];

beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (query, { address, port }) => {
    queried.push(nameOf(query));
    const response = answer(query);
    if (response !== null) server.send(response, port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  resolve = createResolve([`127.0.0.1:${server.address().port}`]);
});

afterAll(() => {
  server.close();
});

/** Builds a DNS message (RFC 1035) with at most one record; null: no response. */
function answer(query: Buffer): Buffer | null {
  const end = query.indexOf(0, 12) + 1;
  const isA = query.readUInt16BE(end) === 1;
  const known = zone[nameOf(query)];
  if (known === undefined) return null;
  const found = isA
    ? known.a && Buffer.from(known.a.split(".").map(Number))
    : known.aaaa && Buffer.from(known.aaaa, "hex");
  const head = Buffer.from(query.subarray(0, 12));
  // A response, recursion available, one question, the records found.
  head.set([0x81, 0x80, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0], 2);
  const question = query.subarray(12, end + 4);
  if (!found) return Buffer.concat([head, question]);
  const record = Buffer.from([0xc0, 12, 0, isA ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, found.byteLength]);
  return Buffer.concat([head, question, record, found]);
}

function nameOf(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at] !== 0; at += 1 + (query[at] ?? 0)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + (query[at] ?? 0)));
  }
  return labels.join(".").toLowerCase();
}

const { signal } = new AbortController();
const one = { requester: "org_one", signal };
const other = { requester: "org_other", signal };

test("all IP addresses of a name are found, of both families", async () => {
  expect(await resolve("both.test", one)).toEqual(["203.1.113.1", "2606:4700::1"]);
  expect(await resolve("fast.test", one)).toEqual(["203.1.113.1"]);
});

test("a name with a public and a private IP address is refused", async () => {
  const checking = { ...one, trusted: false, resolve };

  await expect(resolveChecked("inner.test", checking)).rejects.toMatchObject({
    code: "input_address_refused",
  });
  expect(await resolveChecked("both.test", checking)).toHaveLength(2);
});

test("a name without an IP address cannot be resolved", async () => {
  const checking = { ...one, trusted: false, resolve };

  await expect(resolveChecked("empty.test", checking)).rejects.toMatchObject({
    code: "input_invalid",
    cause: { code: "ENODATA" },
  });
});

test.each(["localhost", "localhost.", "app.localhost"])(
  "%s is this host, without a query",
  async (name) => {
    const before = queried.length;

    expect(await resolve(name, one)).toEqual(["127.0.0.1", "::1"]);
    expect(queried).toHaveLength(before);
  },
);

test("silent name servers of one organization do not delay the look-ups of another, and time out", async () => {
  const before = queried.length;
  const names = Array.from({ length: 64 }, (_, number) => `s${number}.silent`);
  const silent = names.map(async (name) => resolve(name, one));
  const ended = Promise.allSettled(silent);

  // The organization itself has used up its share of look-ups in this process.
  await expect(resolve("fast.test", one)).rejects.toMatchObject({ code: "overloaded" });
  expect(await resolve("fast.test", other)).toEqual(["203.1.113.1"]);
  // The other organization's name is queried before any silent one is queried again, which is for both kinds of records.
  const earlier = queried.slice(before, queried.indexOf("fast.test", before));
  expect(earlier.length).toBeLessThanOrEqual(2 * names.length);

  expect((await ended).every(({ status }) => status === "rejected")).toBe(true);
  expect(await resolve("fast.test", one)).toEqual(["203.1.113.1"]);
});

test("a look-up is aborted by its signal", async () => {
  const controller = new AbortController();
  const looking = resolveChecked("silent.test", {
    requester: "org_one",
    signal: controller.signal,
    trusted: false,
    resolve,
  });

  controller.abort(new Error("canceled by the workflow"));

  await expect(looking).rejects.toThrow("canceled by the workflow");
});

import { randomInt } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession, type TestSession } from "#test/support/accounts/sessions.ts";
import { startApiProcesses, type ApiProcesses } from "#test/support/engine/api-processes.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();

let processes: ApiProcesses;

beforeAll(async () => {
  processes = await startApiProcesses(database, { count: 2, env: { TRUST_PROXY: "1" } });
});

afterAll(async () => {
  await processes.close();
});

/** Requests in flight at each process at any time: of each of five credentials that share a load, or of one alone. */
const clients = { shared: 2, alone: 8 } as const;
const observedMs = 1_500;
const guaranteeMs = 1_000;

interface Observation {
  readonly url: string;
  readonly startedAtMs: number;
  readonly status: number;
}

async function callOnce(url: string, headers: Record<string, string>): Promise<Observation> {
  const startedAtMs = performance.now();
  // A new IP address for each request, so that refusals do not reach the limit of one IP address.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const response = await fetch(`${url}/v1/plans`, {
    headers: { ...headers, "X-Forwarded-For": address },
  });
  await response.arrayBuffer();
  return { url, startedAtMs, status: response.status };
}

/**
 * Uses a credential continuously at both processes before, during and after `revoke`. Returns, for each
 * process, how long after the revocation the last accepted request began.
 */
async function useWhile(
  headers: Record<string, string>,
  clientsPerProcess: number,
  revoke: () => Promise<unknown>,
): Promise<{ stillPassedMs: number[]; statuses: Set<number> }> {
  const seen: Observation[] = [];
  let doneAtMs = Number.POSITIVE_INFINITY;
  const clients = processes.urls.flatMap((url) =>
    Array.from({ length: clientsPerProcess }, async () => {
      // Each client ends with a request that begins late enough, however long the others took.
      for (let startedAtMs = 0; startedAtMs < doneAtMs + observedMs;) {
        const one = await callOnce(url, headers);
        seen.push(one);
        ({ startedAtMs } = one);
      }
    }),
  );
  // Both processes have cached the credential before it is revoked.
  for (const url of processes.urls) expect((await callOnce(url, headers)).status).toBe(200);
  await revoke();
  doneAtMs = performance.now();
  await Promise.all(clients);
  const stillPassedMs = processes.urls.map((url) =>
    Math.max(
      0,
      ...seen
        .filter((one) => one.url === url && one.status === 200)
        .map(({ startedAtMs }) => startedAtMs - doneAtMs),
    ),
  );
  const after = seen.filter(({ startedAtMs }) => startedAtMs > doneAtMs + guaranteeMs);
  for (const url of processes.urls) expect(after.some((one) => one.url === url)).toBe(true);
  return { stillPassedMs, statuses: new Set(after.map(({ status }) => status)) };
}

const execute = async (sql: string, values: unknown[]) =>
  database.orm.em.fork().execute(sql, values);

interface Subject {
  readonly owner: TestOrganization;
  readonly session: TestSession;
}

async function callFirst(method: string, path: string, { session }: Subject): Promise<void> {
  const response = await fetch(`${processes.urls[0] ?? ""}${path}`, {
    method,
    headers: { Authorization: `Bearer ${session.token}` },
  });
  expect(response.status).toBe(204);
}

type Case = [string, number, "key" | "token", (subject: Subject) => Promise<unknown>];

async function expectRefused(
  status: number,
  kind: "key" | "token",
  clientsPerProcess: number,
  revoke: (subject: Subject) => Promise<unknown>,
): Promise<void> {
  const owner = await createOrganization(database.orm);
  const session = await createTestSession(database.orm, owner.accountId);
  const headers: Record<string, string> =
    kind === "key" ? { "X-API-Key": owner.key } : { Authorization: `Bearer ${session.token}` };

  const { stillPassedMs, statuses } = await useWhile(headers, clientsPerProcess, async () =>
    revoke({ owner, session }),
  );

  expect(Math.max(...stillPassedMs)).toBeLessThan(guaranteeMs);
  expect([...statuses]).toEqual([status]);
}

describe("under load, every process refuses requests a second after revocation", () => {
  // One load for all: each case has its own credential.
  test.concurrent.each<Case>([
    [
      "a key that is revoked",
      401,
      "key",
      async (subject) => callFirst("DELETE", `/v1/api-keys/${subject.owner.keyId}`, subject),
    ],
    [
      "a session that is ended",
      401,
      "token",
      async (subject) =>
        callFirst("DELETE", `/v1/account/sessions/${subject.session.sessionId}`, subject),
    ],
    [
      "a key of an account that is suspended",
      403,
      "key",
      async ({ owner }) =>
        execute("update accounts set status = 'suspended' where id = ?", [owner.accountId]),
    ],
    [
      "a token of an organization that is suspended",
      403,
      "token",
      async ({ owner }) =>
        execute("update organizations set status = 'suspended' where id = ?", [
          owner.organizationId,
        ]),
    ],
    [
      "a key of a member who was removed",
      401,
      "key",
      async ({ owner }) =>
        execute("delete from memberships where account_id = ?", [owner.accountId]),
    ],
  ])("%s", async (_what, status, kind, revoke) =>
    expectRefused(status, kind, clients.shared, revoke),
  );

  // Alone, because the others would lose their notices too.
  test("a key that is revoked while no notice of the database arrives", async () =>
    expectRefused(401, "key", clients.alone, async (subject) => {
      await execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like ? and datname = current_database()",
        ["gme-credentials/%"],
      );
      await callFirst("DELETE", `/v1/api-keys/${subject.owner.keyId}`, subject);
    }));
});

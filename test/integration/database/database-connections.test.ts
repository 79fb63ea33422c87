import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { executePrepared } from "#db/execute-prepared.ts";
import { schemaVersion } from "#db/migrations/index.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { isDatabaseOutage } from "#db/outage.ts";
import { setSessionDefaults } from "#db/setup/session-defaults.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { startTcpProxy, type TcpProxy } from "#test/support/servers/tcp-proxy.ts";

const poolMax = 3;

const database = useDatabase();

let proxy: TcpProxy;
let orm: MikroORM;

beforeEach(async () => {
  const url = new URL(database.url);
  proxy = await startTcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  orm = await connectDatabase({ url: url.href, poolMax, statementMs: 1_500 });
});

afterEach(async () => {
  await orm.close();
  await proxy.close();
});

/** Uses all connections of the pool concurrently. Fails when the pool has lost one of them. */
async function useWholePool(): Promise<void> {
  const barrier = Promise.withResolvers<void>();
  let waiting = 0;
  await Promise.all(
    Array.from({ length: poolMax }, async () =>
      orm.em.fork().transactional(async (tx) => {
        await tx.execute("select 1");
        waiting += 1;
        if (waiting === poolMax) barrier.resolve();
        await barrier.promise;
      }),
    ),
  );
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe("with PostgreSQL silent on all open connections", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["statements", async () => orm.em.fork().execute("select 1")],
    ["transactions", async () => orm.em.fork().transactional(async (tx) => tx.execute("select 1"))],
    [
      "prepared statements",
      async () => executePrepared(orm.em.fork(), { name: "one", sql: "select 1", values: [] }),
    ],
  ])("%s fail as an outage, and those after them work", async (_, run) => {
    await useWholePool();
    proxy.abandonConnections();

    const failures = await Promise.all(
      Array.from({ length: poolMax }, async () => failureOf(run())),
    );

    expect(failures.map(isDatabaseOutage)).toEqual(failures.map(() => true));
    await useWholePool();
    expect(proxy.connections()).toBe(poolMax);
  });

  test("an open transaction fails, and the pool keeps its connection slot", async () => {
    const failure = await failureOf(
      orm.em.fork().transactional(async (tx) => {
        await tx.execute("select 1");
        proxy.abandonConnections();
        await tx.execute("select 2");
      }),
    );

    expect(isDatabaseOutage(failure)).toBe(true);
    await useWholePool();
    expect(proxy.connections()).toBe(poolMax);
  });
});

test("transactions that a restart of PostgreSQL ends do not cost the pool a connection", async () => {
  for (let round = 0; round < poolMax; round += 1) {
    const failure = await failureOf(
      orm.em.fork().transactional(async (tx) => {
        const [row] = await tx.execute<{ pid: number }[]>("select pg_backend_pid() as pid");
        await database.orm.em.fork().execute("select pg_terminate_backend(?)", [row?.pid]);
        await tx.execute("select 1");
      }),
    );
    expect(isDatabaseOutage(failure)).toBe(true);
  }

  await useWholePool();
});

test("a connection to a server that has become read-only is not used again", async () => {
  const em = orm.em.fork();
  const pid = async () =>
    (await em.execute<{ pid: number }[]>("select pg_backend_pid() as pid"))[0];
  const before = await pid();
  await em.execute("set default_transaction_read_only = on");

  const failure = await failureOf(em.execute("create table never_made ()"));

  expect(isDatabaseOutage(failure)).toBe(true);
  expect(await pid()).not.toEqual(before);
  await em.execute("create temporary table made ()");
});

test("a pool names its connections for pg_stat_activity", async () => {
  const named = await connectDatabase({ url: database.url, poolMax: 1, name: "gme-named" });
  const show = "select current_setting('application_name') as name";

  expect(await named.em.fork().execute(show)).toEqual([{ name: `gme-named/${schemaVersion}` }]);

  await named.close();
});

test("the server abandons work that its client no longer waits for, with settings that a pooler accepts", async () => {
  await setSessionDefaults(database.orm.em.fork());
  await setSessionDefaults(database.orm.em.fork());
  const client = new Client({ connectionString: database.url });
  await client.connect();

  const limit = async (name: string) => (await client.query(`show ${name}`)).rows[0][name];

  expect(await limit("statement_timeout")).toBe("2min");
  expect(await limit("lock_timeout")).toBe("3s");
  expect(await limit("idle_in_transaction_session_timeout")).toBe("1min");
  expect(await limit("client_connection_check_interval")).toBe("5s");
  await client.end();
});

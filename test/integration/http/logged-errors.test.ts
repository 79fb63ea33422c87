import { expect, test } from "vitest";

import { executePrepared } from "#db/execute-prepared.ts";
import type { EntityManager } from "#db/orm.ts";
import { serializeError } from "#runtime/serialize-error.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const secret = "somebody@example.test";

const database = useDatabase();

const failures: Record<string, (em: EntityManager) => Promise<unknown>> = {
  "a row that a constraint refuses": async (em) =>
    em.execute("insert into accounts (email) values (?)", [secret]),
  "a value that is not of its type": async (em) => em.execute("select ?::int", [secret]),
  "a value of two lines": async (em) => em.execute("select ?::int", [`\n${secret}`]),
  "a parameter of a prepared statement": async (em) =>
    executePrepared(em, { name: "refused", sql: "select $1::int", values: [secret] }),
  "the detail of a trigger": async (em) =>
    em.execute(
      `do $$ begin raise exception 'refused' using detail = '${secret}', hint = '${secret}'; end $$`,
    ),
};

test.each(Object.entries(failures))("the logged error of %s quotes no value", async (_, run) => {
  const error = await run(database.orm.em.fork()).catch((reason: unknown) => reason);
  const wrapped = new Error("not stored", { cause: error });

  const logged = [error, wrapped, new AggregateError([error])].map((one) => serializeError(one));

  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain("example.test");
  expect(JSON.stringify(logged)).not.toContain("example.test");
  expect(logged[0]).toMatchObject({
    code: expect.stringMatching(/^\w{5}$/),
    message: expect.stringMatching(/./),
    stack: expect.stringContaining("    at "),
  });
  expect(logged[1]).toMatchObject({ message: "not stored", cause: logged[0] });
});

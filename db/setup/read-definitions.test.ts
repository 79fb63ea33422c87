import { expect, test } from "vitest";

import { parseDefinitions } from "./read-definitions.ts";

const source = `-- Explains the file.

-- Explains the function.
create or replace function double(value int) returns int language sql as $$
  -- Explains the body; with a semicolon.
  select value * 2;
$$;

-- Explains the trigger.
create or replace trigger numbers_changed
  after update of value on numbers
  for each row execute function note_number();
create constraint trigger numbers_checked
  after update on numbers
  deferrable initially deferred
  for each row execute function note_number();
`;

test("each statement of a file is one definition, without the comments around it", () => {
  const definitions = parseDefinitions("db/sql/numbers.sql", source);

  expect(definitions).toMatchObject([
    { kind: "function", name: "double" },
    { kind: "trigger", name: "numbers_changed on numbers" },
    { kind: "trigger", name: "numbers_checked on numbers" },
  ]);
  expect(definitions[0]?.statement).toMatch(/^create or replace function [^]+value \* 2;\n\$\$;$/);
});

test("the comment of a definition names its file and changes only with the statement", () => {
  const comments = (text: string) =>
    parseDefinitions("db/sql/numbers.sql", text).map(({ comment }) => comment);

  const [first, ...others] = comments(source);

  expect(first).toMatch(/^db\/sql\/numbers\.sql [0-9a-f]{16}$/);
  expect(comments(source.replaceAll("Explains the", "Describes the"))).toEqual([
    expect.not.stringContaining(String(first)),
    ...others,
  ]);
  expect(comments(source.replace("-- Explains the function.\n", ""))).toEqual([first, ...others]);
});

test.each([
  "drop function double;",
  "create table numbers (value int);",
  "create function double() returns int language sql as $$ select 2 $$;",
  "create trigger a after update on b for each row execute function c();",
  "create or replace function double() returns int language sql as $$ select 2 $$;\ndrop function triple;",
  "create or replace constraint trigger a after update on b for each row execute function c();",
])("refuses %s", (statement) => {
  expect(() => parseDefinitions("db/sql/numbers.sql", statement)).toThrow(
    "db/sql/numbers.sql has an unknown statement",
  );
});

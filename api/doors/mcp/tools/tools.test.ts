import { getEncoding } from "js-tiktoken";
import { expect, test } from "vitest";
import { z } from "zod";

import { tools } from "./index.ts";

/** List of tools that a client gives to its language model with each conversation. */
const listed = tools.map(({ name, title, description, input, hints: annotations }) => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: "input" }),
  annotations,
}));

test("the tools need at most 2,500 tokens of a language model's context", () => {
  const { length } = getEncoding("o200k_base").encode(JSON.stringify(listed));

  expect(length).toBeLessThan(2_500);
});

test("only generating, canceling and adding files change something", () => {
  const changing = tools.filter(({ hints }) => !hints.readOnlyHint).map(({ name }) => name);

  expect(changing).toEqual(["generate", "cancel_job", "add_file"]);
});

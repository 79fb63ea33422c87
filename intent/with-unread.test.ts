import { expect, test } from "vitest";

import { createEmbeddedParser } from "./embedded-parser.ts";
import { readingAll } from "./with-unread.ts";

test("a message that is longer than the parser reads keeps its end in the subject", () => {
  const read = readingAll(createEmbeddedParser());
  const end = "a lighthouse at the end";
  // A character of two code units lies across the limit.
  const message = `an image of ${"a fox and ".repeat(398)}${" ".repeat(7)}🦊 ${end}`;

  const parsed = read({ message, attachments: [] });

  if (parsed.outcome === "unsupported") throw new Error("expected an intent");
  expect(parsed.intent.subject).toContain(end);
  expect(parsed.intent.subject.isWellFormed()).toBe(true);
  const short = read({ message: "an image of a fox", attachments: [] });
  expect(short).toMatchObject({ intent: { subject: "a fox" } });
});

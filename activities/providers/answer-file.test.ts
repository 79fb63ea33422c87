import { expect, test } from "vitest";

import { answerFile } from "./answer-file.ts";

const page = {
  status: 200,
  headers: {},
  contentType: "text/html; charset=utf-8",
  bytes: Buffer.from("<html>busy</html>"),
  requestId: undefined,
};

test.each([
  [false, "provider_unreachable"],
  [true, "provider_outcome_unknown"],
])("an HTML page instead of a file, with paid %s, is %s", (paid, code) => {
  const read = () => answerFile(page, { family: "image", contentType: page.contentType, paid });

  expect(read).toThrow(expect.objectContaining({ code }));
});

import { expect, test } from "vitest";

import { responseFile } from "./response-file.ts";

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
  const read = () => responseFile(page, { family: "image", contentType: page.contentType, paid });

  expect(read).toThrow(expect.objectContaining({ code }));
});

import { describe, expect, test } from "vitest";

import { acceptsByName } from "./media-type.ts";

describe("a media type in Accept", () => {
  test.each([
    ["text/html", true],
    ["application/xhtml+xml, Text/HTML;level=1;q=0.9, */*;q=0.8", true],
    ["*/*", false],
    ["text/*", false],
    ["text/html;q=0, */*", false],
    ["text/html;q=0.000", false],
    ["text/htmlx", false],
    [undefined, false],
  ])("%s", (accept, expected) => {
    expect(acceptsByName(accept, "text/html")).toBe(expected);
  });
});

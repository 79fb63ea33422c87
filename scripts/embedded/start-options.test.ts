import { expect, test } from "vitest";

import { readStartOptions } from "./start-options.ts";

test("npm start takes --open and --help, and refuses what it does not know with its usage", () => {
  expect(readStartOptions([])).toEqual({ open: false, help: false });
  expect(readStartOptions(["--open"])).toEqual({ open: true, help: false });
  expect(readStartOptions(["-h"])).toEqual({ open: false, help: true });
  expect(readStartOptions(["--port", "80"])).toMatch(/'--port'[^]*Usage: npm start/);
  expect(readStartOptions(["now"])).toMatch(/'now'[^]*Usage: npm start/);
});

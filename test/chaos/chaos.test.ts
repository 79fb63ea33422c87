import { test } from "vitest";

import { expectNoViolation } from "./expect-no-violation.ts";

// Some eight disturbances of random kinds; the long run has many times as many, and `npm run chaos` finds what takes longer.
test(
  "no guarantee is violated while processes are killed and their dependencies fail",
  async () => expectNoViolation({ seconds: 25 }),
  1_200_000,
);

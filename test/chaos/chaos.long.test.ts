import { test } from "vitest";

import { expectNoViolation } from "./expect-no-violation.ts";

test(
  "no guarantee is violated in two minutes of disturbances",
  async () => expectNoViolation({ seconds: 120 }),
  2_400_000,
);

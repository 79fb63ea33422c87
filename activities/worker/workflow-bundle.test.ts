import { expect, test } from "vitest";

import { listSources } from "./workflow-bundle.ts";

test("the build id covers files in sub-folders, but no tests", async () => {
  const sources = await listSources();

  expect(sources).toEqual(
    expect.arrayContaining(["workflows/generate-media.ts", "domain/jobs/submission.ts"]),
  );
  expect(sources.filter((file) => file.endsWith(".test.ts"))).toEqual([]);
});

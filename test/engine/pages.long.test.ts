import { describe } from "vitest";

import { testPages } from "#test/support/documents/test-pages.ts";
import { startStudioEngine } from "#test/support/engine/studio-engine.ts";
import { useResource } from "#test/support/fixtures.ts";

import { pipelineTests } from "./studio/pipelines.ts";

/** The code of the engine's pages and the built-in pipelines, next to the embedded provider as shipped. */
const engine = useResource(startStudioEngine);

describe("pipelines", () => {
  pipelineTests(engine);
});

testPages(
  (page) => /^(README|docs\/guide|docs\/doors\/\w+)\.md$/.test(page),
  () => engine,
  {
    "README.md: sh": { prints: [`"status":"completed"`, "event: job.completed", "KLING"] },
    "docs/guide.md: sh": {
      files: ["lighthouse.png", "welcome.mp3", "pencil.png"],
      prints: ["completed", "event: job.completed"],
    },
  },
);

import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

/**
 * One more than the cores of CI, because tests of an engine and of a database wait for a third of their time. Four keep
 * the processors no busier, but make single tests so slow that conditions with time limits fail.
 */
const maxWorkers = 3;
const ignored = ["**/node_modules/**", ".cache/**", ".data/**", "web/**"];
/** `expect.poll` waits for conditions; on a loaded machine that takes many times the second of Vitest's default. */
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 100 } },
};
const globalSetup = ["test/support/global-setup.ts"];
const setupFiles = ["test/support/measurements/record-processor-time.ts"];

/** Tests of `npm run test:long`, a second run of CI (docs/decisions/0084-two-runs-of-tests.md). */
const long = "**/*.long.test.ts";
const chaos = "test/chaos/chaos.test.ts";
/** These start the processes of an engine. */
const engine = "test/engine/**/*.test.ts";

/** Their conditions have time limits; a whole test may take long on a slow machine. */
const ofEngines = {
  isolate: false,
  globalSetup,
  setupFiles,
  ...timeouts,
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/** Each file gets a fresh process, because its measurements or mocks concern the process. */
const isolated = [
  "test/chaos/**/*.test.ts",
  "test/integration/http/event-loop*.test.ts",
  "test/integration/http/hostile-bodies.test.ts",
  "test/providers/adding-a-provider.test.ts",
];

/**
 * Projects run in the order of their names, within a project the largest files first. The chaos test is the longest
 * file and a separate project, so that it starts first and no long file runs alone at the end. A worker of a
 * project with `isolate: false` loads each module once for all its files; loading the application again for every
 * file costs 40 % more processor time. CONTRIBUTING.md says how to find the files that need most of it.
 */
export default defineConfig({
  test: {
    maxWorkers,
    // Processes that tests start compile each module once.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL(".cache/node-compile", import.meta.url)) },
    projects: [
      { test: { name: "chaos", include: [chaos], globalSetup, setupFiles, ...timeouts } },
      {
        test: {
          name: "engine",
          include: [engine],
          exclude: [...ignored, long],
          ...ofEngines,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/**/*.test.ts"],
          exclude: [...ignored, long, engine, ...isolated],
          isolate: false,
          globalSetup,
          setupFiles,
          ...timeouts,
        },
      },
      {
        test: {
          name: "isolated",
          include: isolated,
          exclude: [chaos, long],
          globalSetup,
          setupFiles,
          ...timeouts,
        },
      },
      { test: { name: "long", include: [long], exclude: ignored, ...ofEngines } },
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...ignored, long, "test/**"],
          isolate: false,
          setupFiles,
          ...timeouts,
        },
      },
    ],
  },
});

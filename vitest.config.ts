import { defineConfig } from "vitest/config";

/** Two workers, because each integration file has a separate database, and some have a whole engine. */
const maxWorkers = 2;
const ignored = ["**/node_modules/**", ".cache/**", ".data/**", "web/**"];
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 };
const globalSetup = ["test/support/global-setup.ts"];

/** Each file gets a fresh process: the longest files, and those whose measurements or mocks concern the process. */
const isolated = [
  "test/chaos/**/*.test.ts",
  "test/engine/**/*.test.ts",
  "test/integration/http/event-loop*.test.ts",
  "test/integration/http/hostile-bodies.test.ts",
  "test/providers/adding-a-provider.test.ts",
];

/**
 * Projects run in the order of their names, within a project the largest files first, so that no long file runs
 * alone at the end. A worker of a project with `isolate: false` loads each module once for all its files; loading
 * the application again for every file costs 40 % more processor time.
 */
export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      { test: { name: "engine", include: isolated, globalSetup, ...timeouts } },
      {
        test: {
          name: "integration",
          include: ["test/**/*.test.ts"],
          exclude: [...ignored, ...isolated],
          isolate: false,
          globalSetup,
          ...timeouts,
        },
      },
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...ignored, "test/**"],
          isolate: false,
          ...timeouts,
        },
      },
    ],
  },
});

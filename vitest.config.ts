import { defineConfig } from "vitest/config";

/** Two workers, because each integration file has a separate database, and some have a whole engine. */
const maxWorkers = 2;
const ignored = ["**/node_modules/**", ".cache/**", ".data/**", "web/**"];

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...ignored, "test/**"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/**/*.test.ts"],
          exclude: ignored,
          globalSetup: ["test/support/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

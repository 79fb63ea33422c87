import { runChaos } from "#test/chaos/run-chaos.ts";
import type { Counts } from "#test/support/drill-counts.ts";

import { skewClocks } from "./clocks.ts";
import { type Drill, type DrillOptions, fromTest } from "./drill.ts";
import { fillDisk } from "./full-disk.ts";
import { loseTemporal } from "./lost-temporal.ts";
import { rollOut } from "./roll-out.ts";
import { slowProvider } from "./slow-provider.ts";
import { soak } from "./soak.ts";

const neverTwice = "Every job ends, is charged once, and no paid request is sent twice.";

/** Drills that exist, in the order in which `npm run drill` runs them. */
export const drills: readonly Drill[] = [
  {
    name: "lost-temporal",
    title: "Temporal loses its database with 1,000 open jobs",
    holds: neverTwice,
    inCi: true,
    run: loseTemporal,
  },
  {
    name: "restore",
    title: "PostgreSQL is restored to a point in time",
    holds:
      "Nothing that may have been paid for is sent again, and revoked credentials stay revoked.",
    inCi: true,
    run: fromTest("test/integration/database/restore.long.test.ts", "after a restore"),
  },
  {
    name: "fail-over",
    title: "PostgreSQL fails over to a synchronous standby",
    holds: "Paid requests wait for a standby, and the new primary sends none of them again.",
    inCi: true,
    run: fromTest("test/integration/database/restore.long.test.ts", "paid requests wait"),
  },
  {
    name: "silent-fail-over",
    title: "PostgreSQL fails over behind a load balancer that reports nothing",
    holds: "The API recovers without a restart.",
    inCi: true,
    run: fromTest("test/integration/database/database-fail-over.long.test.ts"),
  },
  {
    name: "full-disk",
    title: "The disk of the whole engine is full for 40 seconds (as root)",
    holds:
      "Orders are refused with 503, none that was accepted is lost, and the engine recovers by itself.",
    inCi: false,
    run: fillDisk,
  },
  {
    name: "silence",
    title:
      "Connections to PostgreSQL, Temporal and providers stall or are abandoned for three minutes",
    holds: neverTwice,
    inCi: false,
    run: chaos({ seconds: 180, only: ["silent", "abandoned"] }),
  },
  {
    name: "storage",
    title: "The bucket fails, refuses writes and responds slowly for three minutes",
    holds: neverTwice,
    inCi: false,
    run: chaos({ seconds: 180, only: ["storage"] }),
  },
  {
    name: "clocks",
    title: "API and worker are ten minutes ahead and behind",
    holds: neverTwice,
    inCi: false,
    run: skewClocks,
  },
  {
    name: "slow-provider",
    title: "A provider accepts 60 requests and responds to none",
    holds: `Jobs of other providers run. ${neverTwice}`,
    inCi: false,
    run: slowProvider,
  },
  {
    name: "slow-inputs",
    title: "The servers of one organization's inputs send almost nothing",
    holds: "No other organization is delayed.",
    inCi: true,
    run: fromTest("test/engine/slow-inputs.long.test.ts"),
  },
  {
    name: "roll-out",
    title: "APIs and workers are replaced five times at 100 requests a second",
    holds: `No request fails. ${neverTwice}`,
    inCi: true,
    run: rollOut,
  },
  {
    name: "released-version",
    title: "The code of the last release runs on the schema of this one",
    holds: "No request fails while migrations run, and the old code goes on.",
    inCi: true,
    run: fromTest("test/engine/released-version.long.test.ts"),
  },
  {
    name: "killed-migrations",
    title: "The migrator is killed in each kind of work",
    holds: "The next one completes everything.",
    inCi: true,
    run: fromTest("test/integration/database/killed-migrations.long.test.ts"),
  },
  {
    name: "key-rotation",
    title: "Master key and signing secret are replaced under load",
    holds: "No request is refused.",
    inCi: true,
    run: fromTest("test/integration/database/key-rotation.long.test.ts"),
  },
  {
    name: "chaos",
    title: "Everything at once for three minutes",
    holds: neverTwice,
    inCi: true,
    run: chaos({ seconds: 180 }),
  },
  {
    name: "soak",
    title: "Three jobs a second for an hour",
    holds: "Heap and handles do not grow. Every job ends and is charged once.",
    inCi: false,
    run: soak,
  },
];

function chaos({
  seconds,
  only = [],
}: {
  readonly seconds: number;
  readonly only?: readonly string[];
}): Drill["run"] {
  return async ({ seed, scale, log }: DrillOptions): Promise<Counts> => {
    const report = await runChaos({ seed, seconds: seconds * scale, jobsPerSecond: 3, only, log });
    for (const timeline of report.timelines) log(timeline);
    if (report.violations.length > 0) throw new Error(report.violations.join("\n"));
    const made = Object.values(report.made);
    return {
      ...report.jobs,
      disturbances: Object.values(report.disturbances).reduce((sum, count) => sum + count, 0),
      "generations at the providers": made.reduce((sum, counts) => sum + counts.made, 0),
      "lost at the providers": made.reduce((sum, counts) => sum + counts.lost, 0),
    };
  };
}

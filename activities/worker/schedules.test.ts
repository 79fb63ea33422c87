import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { maintenanceTasks } from "#domain/maintenance.ts";
import { scheduleIdOf } from "#temporal/schedule-id.ts";

import { schedules } from "./schedules.ts";

test("the operations manual lists exactly the schedules and their summaries", async () => {
  const manual = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");

  const rows = [...manual.matchAll(/^\| `(gme\/[a-z-]+)` +\| [^|]+ \| ([^|]+?) +\|$/gm)];

  const listed = maintenanceTasks.map((task) => [scheduleIdOf(task), schedules[task].summary]);
  expect(Object.fromEntries(rows.map(([, id, summary]) => [id, summary]))).toEqual(
    Object.fromEntries(listed),
  );
});

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { pageFile, withAlarmTables } from "./alerts/alarm-tables.ts";
import { renderRules, ruleGroups, rulesFile } from "./alerts/rules-file.ts";
import { renderRuleTests, rulesTestFile, ruleTests } from "./alerts/rules-test-file.ts";
import { runbookFile, withAlarmNames } from "./alerts/runbook-page.ts";
import { writeGenerated } from "./docs/write-generated.ts";
import { dashboards } from "./grafana/dashboards.ts";
import { renderDashboard } from "./grafana/render-dashboard.ts";

/**
 * Writes the rules of Prometheus with their tests and tables, the alarms of each section of the runbook, and the dashboards of Grafana. With `--check` only reports
 * whether they are up to date.
 */
const readPage = async (file: string) =>
  readFile(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8");
await writeGenerated({
  [rulesFile]: renderRules(ruleGroups),
  [rulesTestFile]: renderRuleTests(ruleTests, basename(rulesFile)),
  ...Object.fromEntries(
    dashboards.map((dashboard) => [
      `deploy/grafana/${dashboard.uid}.json`,
      renderDashboard(dashboard),
    ]),
  ),
  [runbookFile]: withAlarmNames(await readPage(runbookFile)),
  [pageFile]: withAlarmTables(await readPage(pageFile)),
});

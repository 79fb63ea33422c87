import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { pageFile, withAlarmTables } from "./alerts/alarm-tables.ts";
import { renderRules, ruleGroups, rulesFile } from "./alerts/rules-file.ts";
import { writeGenerated } from "./docs/write-generated.ts";

/** Writes the rules of Prometheus and their tables. With `--check` only reports whether they are up to date. */
const page = await readFile(fileURLToPath(new URL(`../${pageFile}`, import.meta.url)), "utf8");
await writeGenerated({
  [rulesFile]: renderRules(ruleGroups),
  [pageFile]: withAlarmTables(page),
});

import { spawnSync } from "node:child_process";

import { rulesFile } from "./alerts/rules-file.ts";
import { rulesTestFile } from "./alerts/rules-test-file.ts";

/**
 * Runs promtool over the rules of Prometheus and their tests. Fails when promtool is missing, because nothing is checked
 * then.
 */
// oxlint-disable-next-line node/no-process-env -- a process file: it reads this one variable
const promtool = process.env["PROMTOOL"] ?? "promtool";
for (const args of [
  ["check", "rules", rulesFile],
  ["test", "rules", rulesTestFile],
]) {
  const { error, status } = spawnSync(promtool, args, { stdio: "inherit" });
  if (error !== undefined) {
    console.error(
      `NOT CHECKED: ${promtool} cannot be run (${error.message}). It is in the package prometheus of Debian, and in each release of Prometheus.`,
    );
  }
  if (status !== 0) process.exit(1);
}
console.log("the rules are valid, and each alert fires when it must and only then");

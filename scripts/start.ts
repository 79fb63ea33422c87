import { ConfigError, loadConfigOrExit } from "#config.ts";

import { createDashboardLink } from "./dashboard/create-dashboard-link.ts";
import { openBrowser } from "./dashboard/open-browser.ts";
import { readLiveRun } from "./embedded/run-record.ts";
import { type Engine, recordFileOf, startEngine } from "./embedded/start-engine.ts";
import { readStartOptions, startUsage } from "./embedded/start-options.ts";
import { createStopSignal, interruptedCode } from "./embedded/stop-signals.ts";
import { createTerminal } from "./embedded/terminal.ts";

/** Process: runs the whole engine until Ctrl-C or SIGTERM. */
const options = readStartOptions(process.argv.slice(2));
if (typeof options === "string") {
  process.stderr.write(options);
  process.exit(1);
}
if (options.help) {
  process.stdout.write(startUsage);
  process.exit(0);
}
const { open } = options;
const config = loadConfigOrExit(process.env);
const terminal = createTerminal(process.stdout);
const signal = createStopSignal(() => {
  terminal.line("Stopping: running work is finished first. Once more ends it at once.");
});
process.exit(await run());

async function run(): Promise<number> {
  const startedAt = Date.now();
  try {
    const engine = await startEngine({ config, environment: process.env, terminal, signal });
    if (!engine) throw new ConfigError(describeOther());
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
    terminal.line(`Ready in ${seconds} s.`);
    const link = await createDashboardLink(config, engine.databaseUrl);
    for (const line of describeAddresses(engine, link)) terminal.line(line);
    if (link !== null && open) openBrowser(link);
    await untilAborted();
    await engine.stop();
    terminal.line("Stopped.");
    return 0;
  } catch (error) {
    if (signal.aborted) return interruptedCode;
    terminal.clear();
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

function describeAddresses({ addresses }: Engine, link: string | null): readonly string[] {
  const lines = [
    ...(link === null ? [] : [["Dashboard", link]]),
    ["API", addresses.api],
    ["API key", addresses.keyFile],
    ["Probes, metrics", `${addresses.internal}/ready, /live, /metrics`],
    ...(addresses.temporalUi ? [["Temporal UI", addresses.temporalUi]] : []),
    ["Logs", addresses.logFolder],
  ];
  return [
    ...lines.map(([name = "", value]) => `  ${name.padEnd(16)} ${value}`),
    ...(link === null
      ? []
      : ["The link signs in once, within ten minutes; npm run dashboard prints another."]),
    describeSafety(),
    "Ctrl-C stops it; everything is kept.",
  ];
}

function describeSafety(): string {
  const checks = [
    ...(config.BLOCKLIST_FILE === undefined ? [] : ["a blocklist"]),
    ...(config.MODERATION_URL === undefined ? [] : ["a moderation service"]),
    ...(config.HASH_MATCH_URL === undefined ? [] : ["a hash-match service"]),
  ];
  return checks.length === 0
    ? "Content is not checked; docs/safety.md says how to."
    : `Content is checked by ${checks.join(" and ")}.`;
}

function describeOther(): string {
  const other = readLiveRun(recordFileOf(config));
  const place = other?.addresses ? ` at ${other.addresses.api}` : "";
  return (
    `An engine already runs with DATA_DIR ${config.DATA_DIR}${place} ` +
    `(process ${other?.launcher.pid ?? "unknown"}): stop it, or choose another DATA_DIR.`
  );
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function untilAborted(): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

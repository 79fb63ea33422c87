import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/**
 * Runs every `lint:…` script of package.json, two at a time, because most of them use one core. Prints the output of
 * each when it ends. Exit code 1 when one failed; the last line names all that failed.
 */
const atOnceMax = 2;
/** tsc is a program in Go. With the default of 100, the collection of garbage takes a third of its processor time. */
const environmentOf: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  "lint:types": { GOGC: "400" },
};
const outputBytesMax = 64 * 1_024 * 1_024;

const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};
const checks = Object.keys(scripts).filter((name) => name.startsWith("lint:"));
const failed: string[] = [];
const rest = checks.values();
const takeTurns = async () => {
  for (const name of rest) if (!(await passes(name))) failed.push(name);
};
await Promise.all(Array.from({ length: atOnceMax }, takeTurns));
if (failed.length > 0) {
  console.error(`failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

async function passes(name: string): Promise<boolean> {
  const started = performance.now();
  return new Promise((resolve) => {
    const env = { ...environmentOf[name], ...process.env };
    const options = { maxBuffer: outputBytesMax, env };
    execFile("npm", ["run", "--silent", name], options, (error, stdout, stderr) => {
      const seconds = ((performance.now() - started) / 1_000).toFixed(0);
      console.log(`${name}: ${error === null ? "passed" : "failed"} in ${seconds} s`);
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      resolve(error === null);
    });
  });
}

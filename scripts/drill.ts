import { parseArgs } from "node:util";

import type { Drill } from "#test/drills/drill.ts";
import { drills } from "#test/drills/drills.ts";

/**
 * Runs drills by name: `npm run drill -- roll-out clocks --seed 7 --scale 0.2`. `--list` and `--help` list them. Exit code 1 when
 * a guarantee was broken.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    scale: { type: "string", default: "1" },
    all: { type: "boolean", default: false },
  },
});

const unknown = positionals.filter((name) => drills.every((drill) => drill.name !== name));
if (unknown.length > 0) {
  console.error(`There is no drill ${unknown.join(", ")}: npm run drill -- --list`);
  process.exit(1);
}
if (values.list || values.help || (positionals.length === 0 && !values.all)) {
  for (const { name, title, holds, inCi } of drills) {
    console.log(`${name.padEnd(18)} ${title}.${inCi ? " In CI." : ""}\n${" ".repeat(19)}${holds}`);
  }
  process.exit(0);
}

const failed: string[] = [];
for (const drill of drills) {
  if (!values.all && !positionals.includes(drill.name)) continue;
  if (!(await passes(drill))) failed.push(drill.name);
}
if (failed.length > 0) console.error(`broken: ${failed.join(", ")}`);
process.exit(failed.length > 0 ? 1 : 0);

async function passes({ name, title, holds, run }: Drill): Promise<boolean> {
  const seed = Number(values.seed);
  const scale = Number(values.scale);
  console.log(`${name}: ${title}. Seed ${seed}, scale ${scale}.`);
  const startedAt = Date.now();
  const secondsSince = () => Math.round((Date.now() - startedAt) / 1_000);
  try {
    const counts = await run({
      seed,
      scale,
      log: (line) => console.log(`  ${secondsSince()} s  ${line}`),
    });
    console.table(counts);
    console.log(`${name}: held in ${secondsSince()} s. ${holds}`);
    return true;
  } catch (error) {
    console.error(`${name}: BROKEN after ${secondsSince()} s. ${holds}\n${String(error)}`);
    return false;
  }
}

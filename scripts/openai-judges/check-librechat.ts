import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";

import { runCommand } from "./run-command.ts";

/** The schema with which LibreChat reads its configuration file. */
const packageName = "librechat-data-provider@0.8.524";
const folder = `.cache/${packageName}`;

const program = `
  const { configSchema } = require("librechat-data-provider");
  const { error } = configSchema.strict().safeParse(require("js-yaml").load(process.env.SETTINGS));
  if (error) throw error;
  console.log("librechat: the configuration is valid");
`;

/** Lets LibreChat judge a configuration file. Fetches its schema. */
export async function checkLibreChat(settings: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const install = [
    "install",
    "--no-audit",
    "--no-fund",
    "--silent",
    "--prefix",
    folder,
    packageName,
  ];
  if (!(await runCommand("npm", install))) return false;
  const env = { SETTINGS: settings, NODE_PATH: resolve(folder, "node_modules") };
  return runCommand(process.execPath, ["--eval", program], { env });
}

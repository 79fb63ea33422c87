import { parseArgs } from "node:util";

export const startUsage = `Usage: npm start [-- --open]

Runs the whole engine until Ctrl-C: PostgreSQL, Temporal, studio, worker, API and dashboard.

  --open   opens the dashboard in a browser, signed in
  --help   shows this text

docs/configuration.md lists the settings, which are environment variables such as PORT and DATA_DIR.
`;

export interface StartOptions {
  readonly open: boolean;
  readonly help: boolean;
}

/** Returns the sentence that refuses the arguments if one is unknown. */
export function readStartOptions(args: readonly string[]): StartOptions | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        open: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return values;
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${startUsage}`;
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a command with the output of this process. Returns true when it succeeds. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, cwd = "." }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<boolean> {
  const options = { stdio: "inherit", env: { ...process.env, ...env }, cwd } as const;
  const [code] = (await once(spawn(command, [...args], options), "exit")) as [number | null];
  return code === 0;
}

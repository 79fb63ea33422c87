import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { CliError, exitCodes } from "./cli-error.ts";

export interface Profile {
  readonly url: string;
  readonly apiKey: string;
  /** The key was granted for this profile, and ends with it. */
  readonly isOfDevice?: boolean;
}

export interface Profiles {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Webhook that this machine reads, with the position of the last delivery that was passed on. */
export interface Listener {
  readonly webhookId: string;
  readonly secret: string;
  readonly position: string;
}

export function configFolder(): string {
  const base = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
  return join(base, "gme");
}

export async function readProfiles(): Promise<Profiles> {
  return readState<Profiles>("profiles.json", { current: "default", profiles: {} });
}

export async function writeProfiles(profiles: Profiles): Promise<void> {
  await writeState("profiles.json", profiles);
}

export async function readListener(name: string): Promise<Listener | undefined> {
  const listeners = await readState<Record<string, Listener>>("listeners.json", {});
  return Object.hasOwn(listeners, name) ? listeners[name] : undefined;
}

export async function writeListener(name: string, listener: Listener): Promise<void> {
  const listeners = await readState<Record<string, Listener>>("listeners.json", {});
  await writeState("listeners.json", { ...listeners, [name]: listener });
}

async function readState<State>(file: string, empty: State): Promise<State> {
  const path = join(configFolder(), file);
  try {
    return JSON.parse(await readFile(path, "utf8")) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return empty;
    throw new CliError(`${path} cannot be read. Repair or delete it.`, exitCodes.fault);
  }
}

/** Replaces the file as a whole, readable for its owner only: it contains credentials. */
async function writeState(file: string, state: object): Promise<void> {
  const folder = configFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, file);
  const partial = `${path}.${process.pid}.part`;
  await writeFile(partial, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await chmod(partial, 0o600);
  await rename(partial, path);
}

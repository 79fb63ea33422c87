import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { MediaEngine } from "@gme/client";

import { CliError, exitCodes } from "./cli-error.ts";
import { readProfiles, type Profile } from "./profiles.ts";

export interface ConnectionOptions {
  readonly url?: string;
  readonly apiKey?: string;
  readonly profile?: string;
}

/** Headers of the credential; with `expired` the engine has refused the last ones. */
export type Credential = (why: { readonly expired: boolean }) => Promise<Record<string, string>>;

export interface Connection {
  readonly engine: MediaEngine;
  /** For requests that the client of the API does not make. */
  readonly credential: Credential;
  readonly url: string;
  /** Name under which this machine keeps the state of the connection. */
  readonly name: string;
  /** Origin of the credential, for people. */
  readonly source: string;
}

const urlDefault = "http://localhost:8080";

/**
 * Connects with the first credential of: `--api-key`, `GME_API_KEY`, the profile, and the key that `npm start` leaves in
 * `.data/api-key` for a local engine. The key of a profile is sent to the URL of that profile only.
 */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const { url, profile, profileName } = await findPlace(options);
  const found = await findKey(options, { url, profile, profileName });
  if (found === undefined) {
    throw new CliError(
      `There is no API key for ${url}. Sign in with: gme login`,
      exitCodes.credential,
    );
  }
  const engine = new MediaEngine({ baseUrl: url, apiKey: found.key });
  return {
    engine,
    credential: async () => ({ "x-api-key": found.key }),
    url,
    name: `${profileName} ${new URL(url).origin}`,
    source: found.source,
  };
}

/** URL of the engine, and the profile if it is for that URL. */
async function findPlace({ url: given, profile: wanted }: ConnectionOptions) {
  const { current, profiles } = await readProfiles();
  const profileName = wanted ?? process.env["GME_PROFILE"] ?? current;
  const stored = Object.hasOwn(profiles, profileName) ? profiles[profileName] : undefined;
  if (wanted !== undefined && stored === undefined) {
    throw new CliError(`There is no profile "${wanted}". Profiles: gme profiles`);
  }
  const url = given ?? (process.env["GME_BASE_URL"] || stored?.url || urlDefault);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new CliError(`The URL "${url}" must be an http or https URL.`);
  }
  const isSame = stored !== undefined && new URL(stored.url).origin === parsed.origin;
  return { url, profileName, profile: isSame ? stored : undefined };
}

async function findKey(
  { apiKey }: ConnectionOptions,
  place: { url: string; profile: Profile | undefined; profileName: string },
): Promise<{ key: string; source: string } | undefined> {
  if (apiKey !== undefined) return { key: apiKey, source: "--api-key" };
  const variable = process.env["GME_API_KEY"];
  if (variable) return { key: variable, source: "GME_API_KEY" };
  const { url, profile, profileName } = place;
  if (profile !== undefined) return { key: profile.apiKey, source: `profile ${profileName}` };
  if (!isLocal(url)) return undefined;
  const file = join(process.env["DATA_DIR"] || ".data", "api-key");
  try {
    return { key: (await readFile(file, "utf8")).trim(), source: file };
  } catch {
    return undefined;
  }
}

function isLocal(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

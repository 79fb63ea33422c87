import { MediaEngine } from "@gme/client";

import { CliError, exitCodes } from "../cli-error.ts";
import { connect, type ConnectionOptions } from "../connection.ts";
import { askSecret, canAsk, note, printJson, printResult, printTable } from "../console.ts";
import { getKeyByDevice, giveBackKey } from "../device-login.ts";
import { configFolder, readProfiles, writeProfiles } from "../profiles.ts";
import { readText } from "../read-inputs.ts";
import { plainText, toAge } from "../terminal-text.ts";

type Options = ConnectionOptions & { readonly json?: boolean };

/**
 * Checks the key at the engine and stores it with the URL, in a file that only its owner can read. With `device` a
 * person grants the key in a browser.
 */
export async function logIn({
  key,
  device = false,
  url,
  profile: name = "default",
}: Options & { key?: string; device?: boolean }): Promise<void> {
  const baseUrl = url ?? (process.env["GME_BASE_URL"] || "http://localhost:8080");
  if (device && key !== undefined) throw new CliError("Set either --device or --key, not both.");
  const apiKey = device ? await askInBrowser(baseUrl) : await readKey(key, baseUrl);
  if (apiKey === "") throw new CliError("The API key is empty.");
  const engine = new MediaEngine({ baseUrl, apiKey });
  const account = await engine.account.get();
  const { profiles } = await readProfiles();
  await writeProfiles({
    current: name,
    profiles: {
      ...profiles,
      [name]: { url: baseUrl, apiKey, ...(device ? { isOfDevice: true } : {}) },
    },
  });
  note(`Signed in to ${account.organization.name} as ${account.email}, profile ${name}.`);
  note(`Stored in ${configFolder()}.`);
}

async function readKey(key: string | undefined, baseUrl: string): Promise<string> {
  if (key !== undefined) return readText(key);
  if (canAsk()) return askSecret(`API key for ${baseUrl}: `);
  throw new CliError(
    "Pass the key on standard input: gme login --key -, or use gme login --device",
  );
}

async function askInBrowser(baseUrl: string): Promise<string> {
  return getKeyByDevice(baseUrl, ({ url, code }) => {
    note(`Open this page in a browser, on any machine: ${plainText(url)}`);
    note(`Check that it shows the code ${plainText(code)}. Waiting for your decision …`);
  });
}

export async function logOut({ profile }: Options): Promise<void> {
  const { current, profiles } = await readProfiles();
  const name = profile ?? current;
  if (!Object.hasOwn(profiles, name)) throw new CliError(`There is no profile "${name}".`);
  const stored = profiles[name];
  const isRevoked = stored?.isOfDevice === true && (await giveBackKey(stored));
  const rest = Object.fromEntries(Object.entries(profiles).filter(([key]) => key !== name));
  await writeProfiles({ current: Object.keys(rest)[0] ?? "default", profiles: rest });
  note(
    isRevoked
      ? `Removed the profile ${name} and revoked its key.`
      : `Removed the profile ${name}. Its key stays valid until it is revoked in the dashboard.`,
  );
}

export async function whoAmI(options: Options): Promise<void> {
  const { engine, url, source } = await connect(options);
  const account = await engine.account.get();
  if (options.json === true) return printJson(account);
  const { organization } = account;
  printResult(
    `${account.email} in ${organization.name} (${organization.role}, plan ${organization.plan})`,
  );
  note(`${url}, key from ${source}`);
}

export async function listProfiles({ use, json }: Options & { use?: string }): Promise<void> {
  const { current, profiles } = await readProfiles();
  if (use !== undefined) {
    if (!Object.hasOwn(profiles, use)) throw new CliError(`There is no profile "${use}".`);
    await writeProfiles({ current: use, profiles });
    note(`Using the profile ${use}.`);
    return;
  }
  const shown = Object.entries(profiles).map(([name, { url }]) => ({
    name,
    url,
    current: name === current,
  }));
  if (json === true) return printJson(shown);
  printTable(
    ["PROFILE", "CURRENT", "URL"],
    shown.map((one) => [one.name, one.current ? "yes" : "", one.url]),
  );
}

export async function listKeys(options: Options): Promise<void> {
  const { engine } = await connect(options);
  const keys = [];
  for await (const key of engine.apiKeys.list()) keys.push(key);
  if (options.json === true) return printJson(keys);
  const now = new Date();
  printTable(
    ["KEY", "STATUS", "SPENT", "LAST USED", "NAME"],
    keys.map((key) => [
      key.keyId,
      key.status,
      key.creditLimit === null
        ? String(key.creditsSpent)
        : `${key.creditsSpent}/${key.creditLimit}`,
      key.lastUsedAt === null ? "never" : toAge(key.lastUsedAt, now),
      key.name,
    ]),
  );
}

export async function showCredits(options: Options): Promise<void> {
  const { engine } = await connect(options);
  const credits = await engine.credits.get();
  if (options.json === true) return printJson(credits);
  printResult(`${credits.available} available, ${credits.held} held`);
  const { budget } = credits;
  if (budget.credits !== null)
    note(`Budget of the month: ${budget.spent} of ${budget.credits} spent`);
  for (const { credits: amount, expiresAt } of credits.expiring)
    note(`${amount} expire on ${expiresAt.slice(0, 10)}`);
}

export async function showUsage(
  options: Options & { by?: string; from?: string; to?: string },
): Promise<void> {
  const { engine } = await connect(options);
  const { by = "day", from, to } = options;
  const usage = await engine.usage.get({ by, from, to } as Parameters<typeof engine.usage.get>[0]);
  if (options.json === true) return printJson(usage);
  printTable(
    ["REQUESTS", "JOBS", "CREDITS", by.toUpperCase()],
    usage.data.map((row) => [
      String(row.requests),
      String(row.jobs),
      String(row.credits),
      row.name,
    ]),
  );
}

export async function showProviders(options: Options): Promise<void> {
  const { engine } = await connect(options);
  const providers = await engine.providers.list();
  if (options.json === true) return printJson(providers);
  printTable(
    ["PROVIDER", "STATUS", "MODELS", "KEY", "CAPABILITIES"],
    providers.map((one) => [
      one.slug,
      one.status,
      String(one.modelsAvailable),
      one.configured ? "yes" : "no",
      one.capabilities.join(", "),
    ]),
  );
}

/** Sends a request to any path of the API. `-d -` reads the body from standard input. */
export async function callApi(
  method: string,
  path: string,
  options: Options & { data?: string },
): Promise<void> {
  if (!/^\/(?!\/)/.test(path)) throw new CliError(`The path "${path}" must begin with one /.`);
  const { engine } = await connect(options);
  const text = options.data === undefined ? undefined : await readText(options.data);
  const body = text === undefined ? undefined : parseBody(text);
  const upper = method.toUpperCase();
  const ifMatch = upper === "PUT" ? await findTag(engine, path as `/${string}`) : undefined;
  const response = await engine.fetch(path as `/${string}`, { method: upper, body, ifMatch });
  const answer = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  if (isJson) printJson(JSON.parse(answer.toString("utf8")));
  else process.stdout.write(answer);
}

/** ETag of the present version, which a PUT names. */
async function findTag(engine: MediaEngine, path: `/${string}`): Promise<string | undefined> {
  const response = await engine.fetch(path).catch(() => undefined);
  return response?.headers.get("etag") ?? undefined;
}

function parseBody(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new CliError("The body is not JSON.", exitCodes.usage);
  }
}

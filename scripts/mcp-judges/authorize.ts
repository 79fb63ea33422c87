import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { openBrowser } from "#test/support/accounts/oauth-world.ts";

const callbackPort = 3_917;
const permissions = ["jobs:read", "models:read"];

/**
 * Lets the conformance suite judge the authorization server. In the place of a person and a browser, opens the URL that the
 * suite prints and allows the request with the person's access token; without a token, only the metadata are judged. The
 * engine must have OAUTH_DYNAMIC_REGISTRATION=1. Returns the exit code of the suite.
 */
export async function judgeAuthorization(
  suite: string,
  origin: string,
  token: string | undefined,
): Promise<number> {
  const client = token === undefined ? [] : ["--client-id", await registerClient(origin)];
  const args = ["--yes", suite, "authorization", "--url", origin, "--port", String(callbackPort)];
  const child = spawn("npx", [...args, ...client], { stdio: ["inherit", "pipe", "inherit"] });
  const exit = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    if (token !== undefined && line.startsWith(`${origin}/oauth/authorize?`)) {
      await allow(origin, token, line);
    }
  }
  const [code] = (await exit) as [number | null];
  return code ?? 1;
}

async function registerClient(origin: string): Promise<string> {
  const redirect_uris = [`http://127.0.0.1:${callbackPort}/callback`];
  const response = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Conformance suite", redirect_uris }),
  });
  if (!response.ok) throw new Error(`The registration was refused: ${await response.text()}`);
  return ((await response.json()) as { client_id: string }).client_id;
}

async function allow(origin: string, token: string, url: string): Promise<void> {
  const browser = openBrowser({ url: origin }, token);
  const opened = await browser.get(url);
  const requestId = opened.headers.get("location")?.split("/").at(-1) ?? "";
  const decided = await browser.app(`${origin}/app/authorizations/${requestId}`, {
    body: { decision: "allow", permissions },
    headers: { origin },
  });
  const { location } = (await decided.json()) as { location: string };
  const back = await browser.get(location);
  await fetch(back.headers.get("location") ?? "");
}

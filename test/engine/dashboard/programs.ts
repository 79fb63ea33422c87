import { expect, test } from "vitest";

import { authorizeUrl, createPkce, postForm } from "#test/support/accounts/oauth-world.ts";
import { type Dashboard, owner, refusals } from "#test/support/dashboard/dashboard.ts";

/** Programs that a person connects. */
export function programJourneys(dashboard: Dashboard): void {
  test("a program gets what its person allows, after the sign-in, and can be revoked as a key", async () => {
    const { url } = dashboard.engine;
    // A page of this server takes the place of the program, so that no other host is opened.
    const redirectUri = `${url}/status`;
    const clientId = await registerClient(url, redirectUri);
    const { verifier, challenge } = createPkce();
    const request = new URL(
      authorizeUrl({
        client_id: clientId,
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: "S256",
      }),
    );
    const watched = await dashboard.open({ expected: refusals });
    const { page } = watched;

    await page.goto(`${url}${request.pathname}${request.search}`);
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Connect Painter", level: 1 }).waitFor();
    await page.getByText("a program on this computer").first().waitFor();
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await watched.findAccessFaults()).toEqual([]);
      }
    }
    await page.getByRole("checkbox", { name: "Upload and delete files" }).press("Space");
    await page.getByLabel("Credits per month").fill("200");
    // The page removes the parameters from its URL.
    const redirected = page.waitForRequest(/\/status\?code=/);
    await page.getByRole("button", { name: "Allow" }).click();
    const code = new URL((await redirected).url()).searchParams.get("code") ?? "";

    const { body } = await postForm({ url }, "/oauth/token", {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    expect(body).toMatchObject({
      scope: "generations:create jobs:read jobs:write models:read",
    });
    const token = String(body["access_token"]);
    expect(await statusAtMcp(url, token)).toBe(200);
    await page.goto("/developers/keys");
    await page.getByRole("button", { name: "Actions for Painter" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("“Painter” is revoked.").waitFor();
    await expect.poll(async () => statusAtMcp(url, token)).toBe(401);
    watched.expectClean();
    await watched.close();
  });

  test("a person enters the code of a device, on a phone and in German", async () => {
    const { url } = dashboard.engine;
    const resource = `${url}/oauth/api-key`;
    const { body } = await postForm({ url }, "/oauth/device", { client_id: "gme", resource });
    const watched = await dashboard.open({ width: 390, language: "de", expected: refusals });
    const { page } = watched;
    await dashboard.signIn(page);

    await page.goto("/device");
    await page.getByLabel("Code, den das Programm zeigt").fill("falsch");
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByText("authorization_request_invalid").waitFor();
    await page.goto("/device");
    await page.getByLabel("Code, den das Programm zeigt").fill(String(body["user_code"]));
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByText(`Zeigt das Programm den Code ${String(body["user_code"])}?`).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await watched.findAccessFaults()).toEqual([]);
    }
    await page.getByRole("button", { name: "Ablehnen" }).click();
    await page.getByRole("heading", { name: "Abgelehnt" }).waitFor();
    watched.expectClean();
    await watched.close();
  });
}

async function registerClient(url: string, redirectUri: string): Promise<string> {
  const response = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Painter", redirect_uris: [redirectUri] }),
  });
  return ((await response.json()) as { client_id: string }).client_id;
}

async function statusAtMcp(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  await response.body?.cancel();
  return response.status;
}

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { ApiKey } from "#db/entities/account.ts";
import { emptyDashboard, openBrowser, publicOrigin } from "#test/support/accounts/oauth-world.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase, useFolder, useOrganization } from "#test/support/fixtures.ts";

/** `gme login --device` as a process, and a person who decides in a browser. */

const database = useDatabase();
const api = useApi(database, {
  settings: { publicUrl: publicOrigin, trustProxy: true },
  dependencies: { dashboard: emptyDashboard },
});
const withoutDashboard = useApi(database);
const owner = useOrganization(database);
const folder = useFolder("gme-device-");
const program = resolve("clients/cli/src/gme.ts");

function gme(...args: readonly string[]) {
  const env = { ...process.env, XDG_CONFIG_HOME: folder, GME_API_KEY: "", GME_BASE_URL: api.url };
  const child = spawn(process.execPath, [program, ...args], { env, cwd: folder });
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<{ code: number | null; text: string }>((done) => {
    child.on("close", (code) => done({ code, text }));
  });
  return { ended, text: () => text };
}

/** Starts a sign-in and decides about it. */
async function login(decision: "allow" | "deny") {
  const running = gme("login", "--device");
  await expect.poll(running.text, { timeout: 20_000 }).toMatch(/code [A-Z]{4}-[A-Z]{4}/);
  const [, code = ""] = /code ([A-Z]{4}-[A-Z]{4})/.exec(running.text()) ?? [];
  expect(running.text()).toContain(`${publicOrigin}/device?user_code=${code}`);
  const { token } = await createTestSession(database.orm, owner.accountId, publicOrigin);
  const body = { decision, permissions: ["jobs:read", "org:read"], creditLimit: null };
  const path = `/app/device-authorizations/${code}`;
  expect((await openBrowser(api, token).app(path, { body })).status).toBe(204);
  return running.ended;
}

const findKey = async () =>
  database.orm.em
    .fork()
    .findOneOrFail(ApiKey, { accountId: owner.accountId }, { orderBy: { id: "desc" } });

test.concurrent("a person allows it: the profile has a key, which signing out revokes", async () => {
  const { code, text } = await login("allow");
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining("Signed in to") });
  const stored = await readFile(join(folder, "gme", "profiles.json"), "utf8");
  const { profiles } = JSON.parse(stored) as { profiles: { default: { apiKey: string } } };
  expect(text).not.toContain(profiles.default.apiKey);
  expect(await findKey()).toMatchObject({ name: "gme", permissions: ["jobs:read", "org:read"] });
  expect((await gme("jobs", "ls").ended).code).toBe(0);

  const out = await gme("logout").ended;
  expect(out).toMatchObject({ code: 0, text: expect.stringContaining("revoked its key") });
  expect((await findKey()).revokedAt).toBeInstanceOf(Date);
  expect(await readFile(join(folder, "gme", "profiles.json"), "utf8")).not.toContain("gme_");
});

test.concurrent("a person refuses it, and an engine without a dashboard does not offer it", async () => {
  const [refused, unoffered, both] = await Promise.all([
    login("deny"),
    gme("login", "--device", "--url", withoutDashboard.url).ended,
    gme("login", "--device", "--key", "gme_x").ended,
  ]);
  expect(refused).toMatchObject({ code: 4, text: expect.stringContaining("refused") });
  expect(unoffered).toMatchObject({ code: 4, text: expect.stringContaining("--key -") });
  expect(both).toMatchObject({ code: 2, text: expect.stringContaining("not both") });
});

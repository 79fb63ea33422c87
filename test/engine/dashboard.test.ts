import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { hashPassword } from "#api/auth/passwords.ts";
import { Account } from "#db/entities/account.ts";
import { createSignInLink } from "#db/setup/create-sign-in-link.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { buildDashboard } from "#test/support/build-dashboard.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { type NodeProcess, startNodeProcess } from "#test/support/engine/node-process.ts";
import { launchChromium } from "#test/support/launch-chromium.ts";
import { openWatchedPage, type WatchOptions } from "#test/support/watched-page.ts";

/** A person uses the dashboard in a browser, with one engine for all journeys. */
const password = "a long sentence as password";
const email = "owner@example.org";
const refusals = /Failed to load resource.*(400|401|403|404|410|422|429|net::ERR)/;

let engine: TestEngine;
let studio: NodeProcess;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gme-studio-"));
  const port = await findFreePort();
  const studioUrl = `http://127.0.0.1:${port}`;
  [studio] = await Promise.all([
    startNodeProcess({
      entry: "studio/server.ts",
      env: { STUDIO_PORT: String(port), STUDIO_DIR: folder },
      readyUrl: `${studioUrl}/health`,
    }),
    buildDashboard(),
  ]);
  engine = await startTestEngine({ studioUrl, env: { DASHBOARD: "on" } });
  await engine.startTemporal();
  await Promise.all([engine.startApi(), engine.startWorker()]);
  const owner = { email, passwordHash: await hashPassword(password) };
  await engine.orm.em.fork().nativeUpdate(Account, { id: "acc_local" }, owner);
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  await engine.close();
  await studio.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(options?: WatchOptions) {
  return openWatchedPage(browser, engine.url, options);
}

async function signInByLink(page: Page): Promise<string> {
  const token = await createSignInLink(engine.env["DATABASE_URL"] ?? "");
  await page.goto(`/#link=${token}`);
  await page.getByRole("heading", { name: /Create|Erstellen/, level: 1 }).waitFor();
  return token;
}

test("a link signs in, and a sentence becomes an image at the price on the button", async () => {
  const watched = await open();
  const { page } = watched;

  await signInByLink(page);
  expect(page.url()).toBe(`${engine.url}/create`);
  await page.getByRole("textbox", { name: "Prompt" }).fill("a red fox in the snow, 320x240");
  const button = page.getByRole("button", { name: "Create · 1 credit" });
  await button.waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("img", { name: /a red fox/ }).waitFor({ timeout: 60_000 });
  await page.reload();
  await page.getByRole("img", { name: /a red fox/ }).waitFor();
  await page.getByRole("link", { name: "Job details" }).click();
  await page.getByRole("heading", { name: "Attempts" }).waitFor();
  await page.getByText("Charged: 1 credit").waitFor();

  watched.expectClean();
  await watched.close();
});

test("a sign-in link works once, and says how to get another", async () => {
  const first = await open();
  const token = await signInByLink(first.page);
  await first.close();
  const second = await open({ expected: refusals });

  await second.page.goto(`/#link=${token}`);
  await second.page.getByRole("heading", { name: "no longer valid" }).waitFor();
  await second.page.getByText("npm run dashboard").waitFor();

  second.expectClean();
  await second.close();
});

test("a password signs in to the page that was wanted, and signing out ends the session in every tab", async () => {
  const watched = await open({ expected: refusals });
  const { page, context } = watched;

  await page.goto("/jobs?status=failed");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The email address or the password is wrong.").waitFor();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("No job matches these filters").waitFor();
  expect(await watched.findAccessFaults()).toEqual([]);
  const other = await context.newPage();
  await other.goto("/jobs");
  await other.getByRole("heading", { name: "Jobs" }).waitFor();
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();

  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  watched.expectClean();
  await watched.close();
});

test("a missing job, a refused request and an unreachable engine each say what to do", async () => {
  const watched = await open({ expected: refusals });
  const { page } = watched;
  await signInByLink(page);

  await page.goto("/jobs/job_00000000-0000-7000-8000-000000000000");
  await page.getByRole("heading", { name: "This job does not exist" }).waitFor();
  await page.goto("/nowhere");
  await page.getByRole("heading", { name: "This page does not exist", level: 1 }).waitFor();
  await page.goto("/create");
  await page.getByRole("textbox", { name: "Prompt" }).fill("something nice");
  await page.getByRole("button", { name: "Image", exact: true }).click();
  await page.getByRole("button", { name: "Create · 1 credit" }).waitFor();
  await page.route("**/v1/jobs?*", async (route) => route.abort());
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByText("The engine cannot be reached.").first().waitFor({ timeout: 30_000 });
  await page.unroute("**/v1/jobs?*");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByRole("grid", { name: "Jobs" }).waitFor();

  watched.expectClean();
  await watched.close();
});

test("an API key is shown once, replaced with an overlap, and refused after its revocation", async () => {
  const watched = await open();
  const { page } = watched;
  const dialog = page.getByRole("dialog");
  await signInByLink(page);

  await page.goto("/developers/keys");
  await page.getByRole("button", { name: "Create API key" }).click();
  await dialog.getByLabel("Name").fill("Build server");
  await dialog.getByLabel("Credits per month").fill("500");
  await dialog.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("heading", { name: "Your new API key" }).waitFor();
  const value = page.getByText(/^gme_[A-Za-z0-9_-]{30,}$/);
  const first = (await value.textContent()) ?? "";
  await page.getByRole("button", { name: "I have saved it" }).click();
  expect(await page.getByText(first).count()).toBe(0);
  await page.getByRole("button", { name: "Actions for Build server" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("heading", { name: "The new value of the API key" }).waitFor();
  const second = (await value.textContent()) ?? "";
  expect(await statusWith(first)).toBe(200);
  expect(await statusWith(second)).toBe(200);
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("button", { name: "Actions for Build server" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("“Build server” is revoked.").waitFor();

  expect(await statusWith(first)).toBe(401);
  expect(await statusWith(second)).toBe(401);
  watched.expectClean();
  await watched.close();
});

async function statusWith(apiKey: string): Promise<number> {
  const response = await fetch(`${engine.url}/v1/models`, { headers: { "x-api-key": apiKey } });
  await response.body?.cancel();
  return response.status;
}

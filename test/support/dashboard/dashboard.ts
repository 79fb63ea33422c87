import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { Account } from "#db/entities/account.ts";
import { Provider } from "#db/entities/catalog.ts";
import { createSignInLink } from "#db/setup/create-sign-in-link.ts";
import { listTasks } from "#domain/maintenance.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { testPasswords } from "#test/support/accounts/test-passwords.ts";
import { buildDashboard } from "#test/support/dashboard/build-dashboard.ts";
import { launchChromium } from "#test/support/dashboard/launch-chromium.ts";
import {
  openWatchedPage,
  type WatchedPage,
  type WatchOptions,
} from "#test/support/dashboard/watched-page.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { type NodeProcess, startNodeProcess } from "#test/support/engine/node-process.ts";
import { secondProvider } from "#test/support/engine/second-provider.ts";

/** Console messages of responses that a journey causes on purpose. */
export const refusals = /Failed to load resource.*(400|401|403|404|410|422|429|net::ERR)/;

/** The person whom {@link Dashboard.signIn} signs in. */
export const owner = { email: "owner@example.org", password: "a long sentence as password" };

/** An engine with studio and its dashboard, and a browser. */
export interface Dashboard {
  readonly engine: TestEngine;
  readonly api: NodeProcess;
  readonly worker: NodeProcess;
  /** Opens a page in a separate browser profile. */
  open(options?: WatchOptions): Promise<WatchedPage>;
  /** Signs the local owner in without a page of the dashboard, for a journey that begins at another page than the first one. */
  signIn(page: Page): Promise<void>;
  /** Signs the local owner in and waits for the first page; returns the token of the link. */
  signInByLink(page: Page): Promise<string>;
  close(): Promise<void>;
}

export async function startDashboard(): Promise<Dashboard> {
  const folder = await mkdtemp(join(tmpdir(), "gme-studio-"));
  const port = await findFreePort();
  const studioUrl = `http://127.0.0.1:${port}`;
  const [studio] = await Promise.all([
    startNodeProcess({
      entry: "studio/server.ts",
      env: { STUDIO_PORT: String(port), STUDIO_DIR: folder },
      readyUrl: `${studioUrl}/health`,
    }),
    buildDashboard(),
  ]);
  const engine = await startTestEngine({
    studioUrl,
    tasks: listTasks({ sells: false }),
    env: {
      DASHBOARD: "on",
      PREVIEWS: "on",
      OAUTH_DYNAMIC_REGISTRATION: "1",
      [secondProvider.setting]: "test",
    },
  });
  // Its key is set, so that a journey can use it; the others are about studio and its prices. Probes of its real URL would
  // fail and open its circuit until then.
  await engine.orm.em
    .fork()
    .nativeUpdate(
      Provider,
      { slug: secondProvider.slug },
      { integrated: false, baseUrl: studioUrl },
    );
  await engine.startTemporal();
  const [api, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  const account = { email: owner.email, passwordHash: await testPasswords.hash(owner.password) };
  await engine.orm.em.fork().nativeUpdate(Account, { id: "acc_local" }, account);
  const browser = await launchChromium();
  const createLink = async () => {
    // All journeys come from one IP address, which has 60 attempts an hour.
    await engine.orm.em
      .fork()
      .execute("delete from rate_limits where starts_with(key, 'sign-in:address:')");
    return createSignInLink(engine.env["DATABASE_URL"] ?? "");
  };
  return {
    engine,
    api,
    worker,
    open: async (options) => openWatchedPage(browser, engine.url, options),
    async signIn(page) {
      // The browser profile keeps the cookie of the response.
      const response = await page.request.post("/app/sign-in-link", {
        data: { token: await createLink(), keep: "cookie" },
        headers: { origin: engine.url },
        failOnStatusCode: true,
      });
      const { binding } = (await response.json()) as { readonly binding: string };
      // Any file of the dashboard gives access to the storage of its origin.
      await page.goto("/favicon.svg");
      await page.evaluate(
        `localStorage.setItem("gme-session-binding", ${JSON.stringify(binding)})`,
      );
    },
    async signInByLink(page) {
      const token = await createLink();
      await page.goto(`/#link=${token}`);
      await page.getByRole("heading", { name: /Create|Erstellen/, level: 1 }).waitFor();
      return token;
    },
    async close() {
      await browser.close();
      await engine.close();
      await studio.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

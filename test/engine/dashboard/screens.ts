import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { testPasswords } from "#test/support/accounts/test-passwords.ts";
import { type Dashboard, owner } from "#test/support/dashboard/dashboard.ts";
import { launchPackagedChromium } from "#test/support/dashboard/launch-chromium.ts";
import { untilLoaded } from "#test/support/dashboard/until-loaded.ts";
import { openWatchedPage } from "#test/support/dashboard/watched-page.ts";
import { compareScreen, isWriting, showsScreen } from "#test/support/screens/compare-screen.ts";
import {
  createScreenRows,
  screenEmail,
  screenOutputId,
  screenTime,
} from "#test/support/screens/screen-rows.ts";

const stableMax = 20;
const stableMs = 150;
const allMs = 300_000;
const phone = { width: 390, height: 844 };
const desktop = { width: 1_280, height: 800 };

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly look?: readonly ("dark" | "phone" | "german")[];
}

const withoutSession: readonly Screen[] = [
  { name: "sign-in", path: "/sign-in" },
  { name: "sign-in-phone", path: "/sign-in", look: ["phone", "dark", "german"] },
  { name: "register", path: "/register", look: ["german"] },
  { name: "register-phone", path: "/register", look: ["phone"] },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "forgot-password-phone", path: "/forgot-password", look: ["phone", "dark", "german"] },
  { name: "reset-password-incomplete", path: "/reset-password", look: ["dark"] },
  { name: "verify-email-phone", path: "/verify-email#token=t", look: ["phone", "german"] },
  // After another path: a change of the fragment alone loads nothing.
  { name: "reset-password", path: "/reset-password#token=t", look: ["german"] },
];

/** Without what other journeys change, such as the health of providers, and what depends on the server's clock. */
const withSession: readonly Screen[] = [
  { name: "library", path: "/library" },
  { name: "library-dark", path: "/library", look: ["dark", "german"] },
  { name: "library-file", path: `/library?file=${screenOutputId(0)}`, look: ["dark"] },
  { name: "library-no-match", path: "/library?kind=3d", look: ["german"] },
  { name: "batches-empty", path: "/batches" },
  { name: "batches-empty-dark", path: "/batches", look: ["dark", "german"] },
  { name: "batch-new", path: "/batches/new", look: ["german"] },
  { name: "pipelines", path: "/pipelines" },
  { name: "pipelines-dark", path: "/pipelines", look: ["dark", "german"] },
  { name: "conversations-empty", path: "/conversations", look: ["dark"] },
  { name: "conversation-new", path: "/conversations/new" },
  { name: "keys", path: "/developers/keys" },
  { name: "keys-dark", path: "/developers/keys", look: ["dark", "german"] },
  { name: "webhooks", path: "/developers/webhooks", look: ["dark"] },
  { name: "webhook", path: "/developers/webhooks/wh_screens", look: ["german"] },
  { name: "members", path: "/organization" },
  { name: "members-dark", path: "/organization", look: ["dark", "german"] },
  { name: "settings", path: "/organization/settings", look: ["dark", "german"] },
  { name: "audit-log-empty", path: "/organization/audit-log?action=member.removed" },
  { name: "invitation-incomplete", path: "/accept-invitation" },
  { name: "missing-page", path: "/nowhere", look: ["german"] },
];

/** Screens of pages with fixed rows, at a fixed time, are those of `test/fixtures/screens`. */
export function screenJourneys(dashboard: Dashboard): void {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchPackagedChromium();
    await createScreenRows(dashboard.engine, await testPasswords.hash(owner.password));
  });
  afterAll(async () => browser.close());

  test(
    "the screens without a session look as before",
    async () => expectScreens(withoutSession, { signsIn: false }),
    allMs,
  );

  test(
    "the screens of a signed-in person look as before",
    async () => expectScreens(withSession, { signsIn: true }),
    allMs,
  );

  async function expectScreens(
    screens: readonly Screen[],
    { signsIn }: { signsIn: boolean },
  ): Promise<void> {
    const watched = await openWatchedPage(browser, dashboard.engine.url, {
      expected: /404/,
    });
    const { page } = watched;
    await page.clock.setFixedTime(screenTime);
    if (signsIn) await signIn(page);
    const differences: string[] = [];
    for (const screen of screens) {
      await show(page, dashboard.engine.url, screen);
      const difference = await findDifference(page, screen.name);
      if (difference !== null) differences.push(difference);
    }
    await watched.close();
    if (differences.length > 0) throw new Error(differences.join("\n"));
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(screenEmail);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Create", level: 1 }).waitFor();
}

async function show(page: Page, url: string, { path, look = [] }: Screen): Promise<void> {
  await page.setViewportSize(look.includes("phone") ? phone : desktop);
  await page.emulateMedia({ colorScheme: look.includes("dark") ? "dark" : "light" });
  const value = look.includes("german") ? "de" : "en";
  await page.context().addCookies([{ name: "gme-language", value, url }]);
  await page.goto(path);
  await untilLoaded(page);
  await page.evaluate("document.fonts.ready");
  await page.evaluate(decodeImages);
}

/** Waits for the images in view; the browser never loads the others. A broken one is compared as it is. */
const decodeImages = `Promise.allSettled([...document.images]
  .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
  .map((image) => image.decode()))`;

/**
 * Images and data arrive one after the other, so a screenshot that differs counts when the next one is equal. A screenshot
 * takes more processor time than its page.
 */
async function findDifference(page: Page, name: string): Promise<string | null> {
  let former: Buffer = Buffer.alloc(0);
  for (let count = 0; count < stableMax; count += 1) {
    const screenshot = await page.screenshot({ animations: "disabled", caret: "hide" });
    if (!isWriting && (await showsScreen(name, screenshot))) return null;
    if (screenshot.equals(former)) return compareScreen(name, screenshot);
    former = screenshot;
    await page.waitForTimeout(stableMs);
  }
  throw new Error(`${page.url()} does not come to rest`);
}

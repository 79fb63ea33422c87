import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";
import { listPagePaths } from "#test/support/dashboard/page-paths.ts";
import { untilLoaded } from "#test/support/dashboard/until-loaded.ts";
import type { WatchedPage } from "#test/support/dashboard/watched-page.ts";

const sizes = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844 },
];
/** Themes differ in colours alone. */
const themes = [
  ["light", "all"],
  ["dark", "theme"],
] as const;
/** Some hundred runs of axe, of about half a second each. */
const matrixMs = 600_000;

/** Example for each parameter of a path. */
type Parameters = Readonly<Record<string, string>>;

/** Every page of the router, in both themes and at two widths, has no finding of axe. A new page is tested without being named here. */
export function accessJourneys(dashboard: Dashboard): void {
  test(
    "no page without a session has an access fault",
    async () => {
      const watched = await dashboard.open({ expected: refusals });
      const paths = (await listPagePaths()).filter(({ needsSession }) => !needsSession);

      for (const { path } of paths) {
        await load(watched.page, path);
        await expectAccessible(watched, path);
      }

      await watched.close();
    },
    matrixMs,
  );

  test(
    "no page of a signed-in person has an access fault",
    async () => {
      const watched = await dashboard.open({ expected: refusals });
      await dashboard.signInByLink(watched.page);
      const parameters = await createRows(watched.page);
      const paths = (await listPagePaths()).filter(({ needsSession }) => needsSession);

      // Another page than the first one.
      await load(watched.page, "/account");
      for (const page of paths) {
        const path = fill(page.path, parameters);
        await follow(watched.page, path);
        await expectAccessible(watched, path);
      }

      await watched.close();
    },
    matrixMs,
  );

  test("a result is made and found again by keyboard alone", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);

    await pressTo(page, page.getByRole("textbox", { name: "Prompt" }));
    await page.keyboard.type("a red fox in the snow, 320x240");
    await page.getByRole("button", { name: "Create · 1 credit" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("img", { name: /a red fox/ }).waitFor({ timeout: 60_000 });
    await pressTo(page, page.getByRole("link", { name: "Job details" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Attempts" }).waitFor();

    watched.expectClean();
    await watched.close();
  });
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilLoaded(page);
}

/**
 * Goes to another page as a link does: loading the application and axe takes more processor time than a page and its
 * findings. Fails when the former page stays.
 */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`document.querySelector("h1").dataset.former = "";
    history.pushState(null, "", ${JSON.stringify(path)});`);
  await page.locator("h1[data-former]").waitFor({ state: "detached" });
  await untilLoaded(page);
}

/** Changes theme and width of the page that is shown. */
async function expectAccessible(watched: WatchedPage, path: string): Promise<void> {
  const { page } = watched;
  await page.evaluate(releaseBars);
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const [theme, rules] of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.evaluate(finishTransitions);
      expect(await watched.findAccessFaults(rules), `${path}, ${theme}, ${size.width} px`).toEqual(
        [],
      );
    }
  }
}

/** Bars that stay in view cover some target at every scroll position, which is no fault of the target. */
const releaseBars = `document.querySelectorAll("nav, header").forEach((bar) => { bar.style.position = "static"; })`;

/** Colours of the former theme would be measured while they change. */
const finishTransitions = `new Promise((resolve) => requestAnimationFrame(resolve)).then(() =>
  Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`;

/** Moves the focus with Tab, as a person without a mouse. */
async function pressTo(page: Page, target: ReturnType<Page["getByRole"]>): Promise<void> {
  const tabsMax = 80;
  await target.waitFor();
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    if (await target.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${String(target)} cannot be reached with Tab`);
}

/** Creates what pages with a parameter show. */
async function createRows(page: Page): Promise<Parameters> {
  await page.getByRole("textbox", { name: "Prompt" }).fill("a red fox in the snow, 320x240");
  await page.getByRole("button", { name: "Create · 1 credit" }).click();
  await page.getByRole("img", { name: /a red fox/ }).waitFor({ timeout: 60_000 });
  const jobId = new URL(page.url()).searchParams.get("job") ?? "";
  return { jobId, modelId: "studio-image" };
}

/** A page whose row this test does not create shows that it does not exist, which must be accessible, too. */
function fill(path: string, parameters: Parameters): string {
  return path.replaceAll(/\$(\w+)/g, (_match, name: string) => parameters[name] ?? "unknown");
}

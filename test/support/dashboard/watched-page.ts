import axe from "axe-core";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { expect, onTestFailed } from "vitest";

export interface WatchedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of WCAG 2.2 AA that axe finds, as one line each; of all rules, or of those that depend on the theme. */
  findAccessFaults(rules?: "all" | "theme"): Promise<string[]>;
  /** Fails for a console error, a violation of the page's policy, or a request to another host. */
  expectClean(): void;
  close(): Promise<void>;
}

export interface WatchOptions {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly language?: string;
  /** Console errors that the journey causes on purpose, such as the 404 of a missing job. */
  readonly expected?: RegExp;
  /** URLs of another host that the journey visits on purpose. */
  readonly visits?: RegExp;
}

const axeRules = {
  all: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  theme: ["color-contrast"],
};
const heights = { wide: 800, narrow: 844 };
const narrowMax = 600;

/** Opens a page in a separate browser profile and records everything that a page of the dashboard must not do. */
export async function openWatchedPage(
  browser: Browser,
  origin: string,
  { width = 1_280, theme = "light", language = "en", expected, visits }: WatchOptions = {},
): Promise<WatchedPage> {
  const faults: string[] = [];
  const height = width < narrowMax ? heights.narrow : heights.wide;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    locale: language,
    reducedMotion: "reduce",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  page.on("console", (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === "error" && expected?.test(text) !== true) faults.push(text);
  });
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("request", (request) => {
    const url = request.url();
    const isElsewhere = /^https?:/.test(url) && new URL(url).origin !== origin;
    if (isElsewhere && visits?.test(url) !== true) faults.push(`request to ${url}`);
  });
  reportOnFailure(context);
  return {
    context,
    page,
    async findAccessFaults(rules = "all") {
      if (!(await page.evaluate<boolean>(`"axe" in globalThis`))) await page.evaluate(axe.source);
      return page.evaluate<string[]>(
        // React Aria announces a pending button by its id, and keeps the announcement when the button is gone.
        `axe.run({ exclude: ["[data-live-announcer]"] }, { runOnly: ${JSON.stringify(axeRules[rules])}, resultTypes: ["violations"] }).then(
          ({ violations }) => violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`,
      );
    },
    expectClean: () => expect(faults).toEqual([]),
    close: async () => context.close(),
  };
}

/** Prints what every tab shows and what it waits for when the test fails: a time-out alone does not say why. */
function reportOnFailure(context: BrowserContext): void {
  const underWay = new Set<Request>();
  const refused: string[] = [];
  context.on("request", (request) => underWay.add(request));
  context.on("requestfinished", (request) => underWay.delete(request));
  context.on("requestfailed", (request) => {
    underWay.delete(request);
    refused.push(`${request.url()} ${request.failure()?.errorText ?? ""}`);
  });
  context.on("response", (response) => {
    if (!response.ok()) refused.push(`${response.url()} ${response.status()}`);
  });
  // The benchmark opens pages, too.
  if (expect.getState().currentTestName === undefined) return;
  onTestFailed(async () => {
    for (const tab of context.pages()) {
      console.error(`${tab.url()}\n${await tab.locator("body").innerText()}`);
    }
    console.error(
      "under way:",
      [...underWay].map((request) => request.url()),
    );
    console.error("refused:", refused);
  });
}

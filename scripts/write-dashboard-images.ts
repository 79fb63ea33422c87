import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { loadConfigOrExit } from "#config.ts";
import { launchChromium } from "#test/support/dashboard/launch-chromium.ts";
import { untilLoaded } from "#test/support/dashboard/until-loaded.ts";

import { linkToRunningEngine } from "./dashboard/link-to-running-engine.ts";

/**
 * Process (`npm run dashboard:images`): writes the images of docs/dashboard.md from a running engine with studio.
 * The requests have fixed seeds, so that a repetition changes only what the dashboard has changed.
 */
const folder = new URL("../docs/images/dashboard/", import.meta.url).pathname;
const size = { width: 1_280, height: 800 };
const bytesMax = 100_000;
const settledMs = 1_500;
/** WebP qualities, best first; the first one whose file is small enough is taken. */
const qualities = [80, 65, 50];
const requests = [
  { prompt: "a red fox in a snowy forest at night", seed: 7 },
  { prompt: "a lighthouse at dusk", seed: 11 },
];
const images: readonly (readonly [name: string, path: string, theme: "light" | "dark"])[] = [
  ["jobs", "/jobs", "light"],
  ["library", "/library", "dark"],
  ["pipelines", "/pipelines", "light"],
  ["pipeline", "/pipelines/narrated-clip", "light"],
  ["models", "/models?type=image", "light"],
  ["model", "/models/studio-image", "dark"],
  ["compare", "/models/compare?compare=studio-image,flux-2-flex,gpt-image-2", "light"],
  ["status", "/status", "dark"],
  ["usage", "/usage", "light"],
  ["providers", "/admin/providers?provider=studio", "light"],
];

const link = await linkToRunningEngine(loadConfigOrExit(process.env));
await mkdir(folder, { recursive: true });
const browser = await launchChromium();
try {
  const context = await browser.newContext({
    baseURL: new URL(link).origin,
    viewport: size,
    locale: "en",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Create" }).waitFor();
  const jobs: string[] = [];
  for (const request of requests) jobs.push(await createImage(page, request));
  await take(page, "create", `/create?job=${jobs[0]}`, "light");
  await take(page, "job", `/jobs/${jobs[0]}`, "dark");
  for (const [name, path, theme] of images) await take(page, name, path, theme);
} finally {
  await browser.close();
}

/** Creates an image through the form of its model; returns the id of its job. */
async function createImage(
  page: Page,
  { prompt, seed }: (typeof requests)[number],
): Promise<string> {
  await page.goto("/models/studio-image");
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(prompt);
  await page.getByRole("textbox", { name: "Seed", exact: true }).first().fill(String(seed));
  await page.waitForResponse((response) => response.url().endsWith("/app/estimates"));
  await page.getByRole("button", { name: /^Create · / }).click();
  await page.getByRole("img", { name: prompt }).waitFor({ timeout: 60_000 });
  return new URL(page.url()).searchParams.get("job") ?? "";
}

async function take(
  page: Page,
  name: string,
  path: string,
  theme: "light" | "dark",
): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(path);
  await untilLoaded(page);
  // Images fade in, and a canvas fits its graph.
  await page.waitForTimeout(settledMs);
  // Playwright writes no WebP itself.
  const devtools = await page.context().newCDPSession(page);
  for (const quality of qualities) {
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
    const image = Buffer.from(data, "base64");
    if (image.length > bytesMax) continue;
    await writeFile(join(folder, `${name}.webp`), image);
    return;
  }
  throw new Error(
    `${name}.webp has more than ${bytesMax} bytes even with quality ${qualities.at(-1)}`,
  );
}

import type { Page } from "playwright-core";

const pollMs = 100;

/** Waits until a page of the dashboard shows its content. The network is never idle, because a stream stays open. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  while ((await page.locator("[class*=skeleton]").count()) > 0) await page.waitForTimeout(pollMs);
}

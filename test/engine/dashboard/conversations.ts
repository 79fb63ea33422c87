import { expect, test } from "vitest";

import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";

const jobMs = 90_000;

/** Messages that refer to each other. */
export function conversationJourneys(dashboard: Dashboard): void {
  test(
    "the second message of a conversation changes the result of the first",
    async () => {
      const watched = await dashboard.open({ expected: refusals });
      const { page } = watched;
      await dashboard.signIn(page);
      const message = page.getByRole("textbox", { name: "Message" });

      await page.goto("/conversations/new");
      await message.fill("an image of a red fox in the snow, 320x240");
      await page.getByRole("button", { name: "Send · 1 credit" }).waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByRole("img", { name: /red fox/ }).waitFor({ timeout: jobMs });
      await message.fill("again");
      await page.getByRole("button", { name: "Send · 1 credit" }).waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByText("Read as a repetition").waitFor({ timeout: jobMs });
      await expect
        .poll(async () => page.getByRole("img", { name: /red fox/ }).count(), { timeout: jobMs })
        .toBe(2);
      expect(await watched.findAccessFaults()).toEqual([]);
      await page.goto("/conversations");
      await page.getByRole("row", { name: /red fox/ }).waitFor();

      watched.expectClean();
      await watched.close();
    },
    jobMs * 3,
  );
}

import sharp from "sharp";
import { expect, test } from "vitest";

import { type Dashboard } from "#test/support/dashboard/dashboard.ts";

const curl = `curl http://localhost/v1/generations -d '{"capability": "text-to-image", "prompt": "a grey owl", "parameters": {"format": "png"}}'`;

/** From a sentence to a result. */
export function createJourneys(dashboard: Dashboard): void {
  test("a link signs in, and a sentence becomes an image at the price on the button", async () => {
    const watched = await dashboard.open();
    const { page } = watched;

    await dashboard.signInByLink(page);
    expect(page.url()).toBe(`${dashboard.engine.url}/create`);
    await page.getByRole("textbox", { name: "Prompt" }).fill("a red fox in the snow, 320x240");
    const button = page.getByRole("button", { name: "Create · 1 credit" });
    await button.waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("img", { name: /a red fox/ }).waitFor({ timeout: 60_000 });
    await page.reload();
    await page.getByRole("img", { name: /a red fox/ }).waitFor();
    await page.getByRole("link", { name: "Job details" }).click();
    await page.getByRole("heading", { name: "Attempts" }).waitFor();
    await page.getByRole("definition").getByText("Charged: 1 credit").waitFor();

    watched.expectClean();
    await watched.close();
  });

  test("a file that is dropped anywhere on the page is attached", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    const image = await sharp({
      create: { width: 64, height: 64, channels: 3, background: "#336699" },
    })
      .png()
      .toBuffer();
    const dataTransfer = await page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob("${image.toString("base64")}"), (char) => char.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], "sea.png", { type: "image/png" }));
      return data;
    })()`);
    const heading = page.getByRole("heading", { name: "Create", level: 1 });
    const target = page.locator("form[data-drop-target]");

    await heading.dispatchEvent("dragover", { dataTransfer });
    await target.waitFor();
    await heading.dispatchEvent("drop", { dataTransfer });

    await page.getByRole("button", { name: "Paint a mask for sea.png" }).waitFor();
    expect(await target.count()).toBe(0);
    watched.expectClean();
    await watched.close();
  });

  test("questions of the engine, models of a search and the form of a model are in the language of the page", async () => {
    const watched = await dashboard.open({ language: "de" });
    const { page } = watched;
    await dashboard.signInByLink(page);

    await page.getByRole("textbox", { name: "Prompt" }).fill("Upscale my photo to 4k");

    const question = page.getByRole("region", { name: "Frage" });
    await question.getByText(/„Vergrößern“ braucht eine Vorlage/).waitFor();
    await question.getByRole("button", { name: "Ein Bild anhängen" }).waitFor();
    await page.goto("/models?search=fotorealistische referenzen");
    await page.getByRole("row", { name: /FLUX\.2.*Fotorealistische Bilder/ }).waitFor();
    await page.goto("/models/flux-2-pro");
    await page.getByText("In Pixeln.").first().waitFor();
    await page.getByText("typisch für 1 Bild, 1 MP").waitFor();
    await page
      .getByText(/Setzen Sie BLACK_FOREST_LABS_API_KEY oder TOGETHER_API_KEY, um flux-2-pro/)
      .first()
      .waitFor();
    watched.expectClean();
    await watched.close();
  });

  test("a parameter that was read is corrected with a value of the model's schema", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    await page.getByRole("textbox", { name: "Prompt" }).fill("a red fox in the snow, as a jpeg");

    await page.getByRole("button", { name: "File format: jpeg" }).click();
    await page.getByRole("menuitem", { name: "webp" }).click();

    await page.getByRole("button", { name: "File format: webp" }).click();
    await page.getByRole("menuitem", { name: "Default" }).click();
    await expect.poll(() => page.getByRole("button", { name: /^File format/ }).count()).toBe(0);
    expect(await watched.findAccessFaults()).toEqual([]);
    watched.expectClean();
    await watched.close();
  });

  test("a parameter that the prompt does not name is added from the model's schema, or with a curl command", async () => {
    const watched = await dashboard.open();
    const { page } = watched;
    await dashboard.signInByLink(page);
    await page.getByRole("textbox", { name: "Prompt" }).fill("a red fox in the snow");

    await page.getByRole("button", { name: "All parameters" }).click();
    const dialog = page.getByRole("dialog", { name: "All parameters" });
    await dialog.getByRole("radiogroup", { name: "File format" }).getByText("webp").click();
    expect(await watched.findAccessFaults()).toEqual([]);
    await dialog.getByRole("button", { name: "Use these parameters" }).click();

    await page.getByRole("button", { name: "File format: webp" }).waitFor();
    await page.getByRole("button", { name: /^Create · / }).waitFor();

    // A curl command replaces the draft.
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", ${JSON.stringify(curl)});
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector("form textarea").dispatchEvent(paste);
    })()`);
    await page.getByRole("button", { name: "File format: png" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Prompt" }).inputValue()).toBe("a grey owl");
    // The form of the parameters has not sent the request.
    expect(page.url()).toBe(`${dashboard.engine.url}/create`);
    watched.expectClean();
    await watched.close();
  });
}

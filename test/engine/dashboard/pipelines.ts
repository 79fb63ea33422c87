import { expect, test } from "vitest";

import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";

import turntable from "../../../catalog/pipelines/turntable.v1.json" with { type: "json" };

/** Studio draws the film without a GPU. */
const runMs = 240_000;

/** An image, a question about it, and its choice as a result. */
const approval = {
  schemaVersion: 1,
  inputs: { topic: { type: "text", maxLength: 200 } },
  steps: {
    image: {
      kind: "generate",
      capability: "text-to-image",
      prompt: "{{ inputs.topic }}",
      parameters: { width: 256, height: 256 },
    },
    check: { kind: "approve", question: "Use this image?", show: ["{{ steps.image.output }}"] },
    final: {
      kind: "transform",
      operation: "convert",
      after: ["check"],
      inputs: ["{{ steps.image.output }}"],
      parameters: { format: "png" },
    },
  },
  outputs: { final: "{{ steps.final.output }}" },
};

/** Pipelines and their runs. */
export function pipelineJourneys(dashboard: Dashboard): void {
  test(
    "a template has its price before the run, and the film appears on its step",
    async () => {
      const watched = await dashboard.open({ expected: refusals });
      const { page } = watched;
      await dashboard.signIn(page);

      await page.goto("/pipelines");
      await page.getByRole("button", { name: "Run “Talking portrait”" }).waitFor();
      await page.getByRole("button", { name: "Run “3D turntable from a sentence”" }).click();
      const dialog = page.getByRole("dialog");
      const run = async () => {
        await dialog.getByRole("textbox", { name: "sentence" }).fill("a small wooden chair");
        await dialog.getByRole("textbox", { name: "seconds" }).fill("2");
        await dialog.getByRole("button", { name: /^Run · 1 credit/ }).click();
        await page.getByRole("list", { name: "List of the steps" }).waitFor();
      };
      await run();
      await page.getByRole("button", { name: "Cancel job" }).click();
      await dialog.getByRole("button", { name: "Cancel job" }).click();
      await page.getByRole("button", { name: "Continue from here" }).waitFor();
      await page.goto(`/pipelines/${await createSmallTurntable()}`);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await run();
      await page.getByRole("heading", { name: "Results" }).waitFor({ timeout: runMs });
      await page
        .getByRole("region", { name: "Graph of the steps" })
        .getByRole("button", { name: /spin/ })
        .click();
      const film = page.getByRole("article", { name: "spin" });
      await film.locator("video").waitFor();
      await page.getByText("1 credit", { exact: true }).first().waitFor();
      expect(await watched.findAccessFaults()).toEqual([]);

      await film.getByRole("button", { name: "One frame on" }).click();
      await film.getByRole("button", { name: "Use this frame as input" }).click();
      await page.getByRole("button", { name: "Remove Frame at 0:00.0.png" }).waitFor();
      watched.expectClean();
      await watched.close();
    },
    runMs * 2,
  );

  test(
    "a pipeline is edited as steps and as JSON, and a run waits for an approval",
    async () => {
      const watched = await dashboard.open({ expected: refusals });
      const { page } = watched;
      const dialog = page.getByRole("dialog");
      await dashboard.signIn(page);

      await page.goto("/pipelines");
      await page.getByRole("button", { name: "New pipeline" }).click();
      await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Approved image");
      await dialog.getByRole("button", { name: /Start with/ }).click();
      await page.getByRole("option", { name: "A definition as JSON" }).click();
      await dialog
        .getByRole("textbox", { name: "Definition (JSON)" })
        .fill(JSON.stringify(approval));
      await dialog.getByRole("button", { name: "New pipeline" }).click();
      await page.getByRole("heading", { name: "Approved image", level: 1 }).waitFor();

      // A wrong expression is named at its field; undo takes it back.
      const steps = page.getByRole("list", { name: "List of the steps" });
      await steps.getByRole("button", { name: /^image/ }).click();
      const prompt = page.getByRole("textbox", { name: "Prompt" });
      await prompt.fill("{{ inputs.nothing }}");
      await page.getByText("1 problem").first().waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("No problems").waitFor();
      await page.getByRole("textbox", { name: "Name of the step" }).fill("picture");
      await page.getByRole("textbox", { name: "Name of the step" }).press("Enter");
      await steps.getByRole("button", { name: /^picture/ }).waitFor();
      await page.getByText("No problems").waitFor();
      await page.getByRole("button", { name: "Save version" }).click();
      await page.getByText("Version 2 is saved.").waitFor();
      await page.getByRole("tab", { name: "JSON" }).click();
      await page
        .getByRole("textbox", { name: "Definition (JSON)" })
        .getByText("picture")
        .first()
        .waitFor();
      expect(await watched.findAccessFaults()).toEqual([]);

      await page.getByRole("button", { name: "Run", exact: true }).click();
      await dialog.getByRole("textbox", { name: "topic" }).fill("a red fox");
      await dialog.getByText("It will ask: Use this image?").waitFor();
      await dialog.getByRole("button", { name: /^Run · 1 credit/ }).click();
      await page.getByText("Use this image?", { exact: true }).waitFor({ timeout: runMs });
      await page.getByRole("img", { name: "Use this image?" }).waitFor();
      expect(await watched.findAccessFaults()).toEqual([]);
      await page.getByRole("button", { name: "Yes" }).click();
      await page.getByRole("heading", { name: "Results" }).waitFor({ timeout: runMs });
      await page.getByText("Used again").first().waitFor();

      watched.expectClean();
      await watched.close();
    },
    runMs * 2,
  );

  /** The template with a film of a tenth of its pixels, which is drawn as much faster. */
  async function createSmallTurntable(): Promise<string> {
    const { spin } = turntable.steps;
    const small = { ...spin, parameters: { ...spin.parameters, width: 320, height: 320 } };
    const definition = { ...turntable, steps: { ...turntable.steps, spin: small } };
    const response = await dashboard.engine.call("POST", "/v1/pipelines", {
      name: "Small turntable",
      definition,
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { pipelineId: string }).pipelineId;
  }
}

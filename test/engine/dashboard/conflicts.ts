import { expect, test } from "vitest";

import { type Dashboard } from "#test/support/dashboard/dashboard.ts";

const pipeline = {
  schemaVersion: 1,
  steps: { image: { kind: "generate", capability: "text-to-image", prompt: "a fox" } },
  outputs: { image: "{{ steps.image.output }}" },
};

/** Two people change the same thing: nothing is overwritten unseen. */
export function conflictJourneys(dashboard: Dashboard): void {
  test("settings that another user has changed are refused, and the current ones appear", async () => {
    const watched = await dashboard.open({ expected: /412/ });
    const { page: first } = watched;
    await dashboard.signIn(first);
    const second = await watched.context.newPage();
    for (const page of [first, second]) await page.goto("/organization/settings");
    const lowCredits = (page: typeof first) =>
      page.getByRole("textbox", { name: "Alert when fewer credits are available" });
    const save = async (page: typeof first) =>
      page.getByRole("button", { name: "Save", exact: true }).first().click();

    await lowCredits(second).waitFor();
    await lowCredits(first).fill("11");
    await save(first);
    await first.getByText("Saved.").waitFor();
    await lowCredits(second).fill("22");
    await save(second);
    await second.getByRole("alert").waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);

    watched.expectClean();
    await watched.close();
  });

  test("a pipeline that another user has changed is not overwritten, and either version can be kept", async () => {
    const watched = await dashboard.open({ expected: /412/ });
    const { page: first } = watched;
    await dashboard.signIn(first);
    const created = await dashboard.engine.call("POST", "/v1/pipelines", {
      name: "Shared pipeline",
      definition: pipeline,
    });
    const { pipelineId } = (await created.json()) as { pipelineId: string };
    const second = await watched.context.newPage();
    const change = async (page: typeof first, prompt: string) => {
      await page.getByRole("textbox", { name: "Prompt" }).fill(prompt);
      await page.getByText("No problems").waitFor();
      await page.getByRole("button", { name: "Save version" }).click();
    };
    for (const page of [first, second]) {
      await page.goto(`/pipelines/${pipelineId}?step=image`);
      await page.getByRole("textbox", { name: "Prompt" }).waitFor();
    }

    await change(first, "a red fox");
    await first.getByText("Version 2 is saved.").waitFor();
    await change(second, "a grey wolf");
    const conflict = second.getByRole("alert");
    await conflict.getByText("Another person has changed this pipeline").waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    await conflict.getByRole("button", { name: "Save mine as a further version" }).click();
    await second.getByText("Version 3 is saved.").waitFor();
    await change(first, "a brown bear");
    await first.getByRole("button", { name: "Discard mine, show theirs" }).click();

    await expect
      .poll(() => first.getByRole("textbox", { name: "Prompt" }).inputValue())
      .toBe("a grey wolf");
    watched.expectClean();
    await watched.close();
  });
}

import { expect, test } from "vitest";

import { Account } from "#db/entities/account.ts";
import { ProviderCircuit } from "#db/entities/provider-health.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { type Dashboard, refusals } from "#test/support/dashboard/dashboard.ts";

/** Pages of operators: users, organizations, grants and providers. */
export function operatorJourneys(dashboard: Dashboard): void {
  test("an operator suspends a user with a reason, and their API key is refused", async () => {
    const { orm, url } = dashboard.engine;
    const { accountId, key } = await createOrganization(orm);
    const watched = await dashboard.open({ expected: refusals });
    const { page } = watched;
    const dialog = page.getByRole("dialog");
    await dashboard.signIn(page);

    await page.goto("/admin/users");
    await page.getByRole("searchbox", { name: "Search" }).fill(accountId);
    await page.getByRole("row", { name: new RegExp(accountId) }).click();
    await dialog.getByText("Operators see neither prompts nor media of customers.").waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    await dialog.getByText("Suspended", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Sends spam");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.getByText("The change applies.").waitFor();
    await page
      .getByRole("row", { name: new RegExp(accountId) })
      .getByText("Sends spam")
      .waitFor();

    const response = await fetch(`${url}/v1/jobs`, { headers: { "x-api-key": key } });
    expect(response.status).toBe(403);
    watched.expectClean();
    await watched.close();
  });

  test("an operator changes the plan of an organization and grants it credits", async () => {
    const { organizationId } = await createOrganization(dashboard.engine.orm, { credits: 40 });
    const watched = await dashboard.open({ expected: refusals });
    const { page } = watched;
    const dialog = page.getByRole("dialog");
    await dashboard.signIn(page);

    await page.goto(`/admin/organizations?search=${organizationId}`);
    const row = page.getByRole("row", { name: new RegExp(organizationId) });
    await row.click();
    await dialog.getByRole("button", { name: /Plan/ }).click();
    await page.getByRole("option", { name: "Team" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Contract of March");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await row.getByText("Team").waitFor();
    await page.goto("/admin/grants");
    await page.getByRole("textbox", { name: "Organization ID" }).fill(organizationId);
    await page.getByRole("textbox", { name: "Credits" }).fill("25");
    await page.getByRole("textbox", { name: "Reason" }).fill("Contract of March");
    await page.getByRole("button", { name: "Grant credits" }).click();
    await page.getByText(/^25 credits posted/).waitFor();

    expect(await watched.findAccessFaults()).toEqual([]);
    watched.expectClean();
    await watched.close();
  });

  test("two operators change the same user: the second one compares both states before it applies", async () => {
    const { orm } = dashboard.engine;
    const { accountId } = await createOrganization(orm);
    const watched = await dashboard.open({ expected: /412/ });
    const { page: first } = watched;
    await dashboard.signIn(first);
    const second = await watched.context.newPage();
    for (const page of [first, second]) {
      await page.goto(`/admin/users?search=${accountId}`);
      await page.getByRole("row", { name: new RegExp(accountId) }).click();
    }

    await first.getByText("Has the operator role").click();
    await first.getByRole("textbox", { name: "Reason" }).fill("Joins the support");
    await first.getByRole("button", { name: "Apply" }).click();
    await first.getByText("The change applies.").waitFor();
    await second.getByRole("dialog").getByText("Suspended", { exact: true }).click();
    await second.getByRole("textbox", { name: "Reason" }).fill("Sends spam");
    await second.getByRole("button", { name: "Apply" }).click();
    await second.getByRole("row", { name: "Operator No Yes" }).waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    await second.getByRole("button", { name: "Apply mine" }).click();
    await second.getByText("The change applies.").waitFor();

    const account = await orm.em.fork().findOneOrFail(Account, accountId);
    expect(account).toMatchObject({ status: "suspended", isOperator: false });
    watched.expectClean();
    await watched.close();
  });

  test("a provider's circuit that is held open has its reason, and automatic control returns", async () => {
    const watched = await dashboard.open({ expected: refusals });
    const { page } = watched;
    const dialog = page.getByRole("dialog");
    await dashboard.signIn(page);
    const force = async (option: string) => {
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await dialog.getByRole("button", { name: /Circuit control/ }).click();
      await page.getByRole("option", { name: option }).click();
      await dialog.getByRole("textbox", { name: "Reason" }).fill("Invoices are wrong");
      await dialog.getByRole("button", { name: "Apply" }).click();
      await dialog.waitFor({ state: "detached" });
    };

    // A provider without a key, so that no other journey waits for its jobs.
    await page.goto("/admin/providers?provider=ideogram");
    await force("Hold open");
    const row = page.getByRole("row", { name: /^Ideogram/ });
    await row.getByText("Hold open").waitFor();
    await page.getByText("Invoices are wrong").first().waitFor();
    await force("Automatic");
    await row.getByText("Hold open").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByText("Models", { exact: true }).click();
    await dialog.getByRole("button", { name: /Circuit of ideogram-v4/ }).click();
    await page.getByRole("option", { name: "Hold open" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Letters are wrong");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await dialog.waitFor({ state: "detached" });
    const em = dashboard.engine.orm.em.fork();
    const rows = await em.find(ProviderCircuit, { providerSlug: "ideogram", force: "open" });
    expect(rows.map(({ modelId }) => modelId)).toEqual(["ideogram-v4"]);

    watched.expectClean();
    await watched.close();
  });
}

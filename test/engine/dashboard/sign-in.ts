import { expect, test } from "vitest";

import { type Dashboard, owner, refusals } from "#test/support/dashboard/dashboard.ts";

/** Signing in to the dashboard and out of it. */
export function signInJourneys(dashboard: Dashboard): void {
  test("a sign-in link works once, and says how to get another", async () => {
    const first = await dashboard.open();
    const token = await dashboard.signInByLink(first.page);
    await first.close();
    const second = await dashboard.open({ expected: refusals });

    await second.page.goto(`/#link=${token}`);
    await second.page.getByRole("heading", { name: "no longer valid" }).waitFor();
    await second.page.getByText("npm run dashboard").waitFor();

    second.expectClean();
    await second.close();
  });

  test("a password signs in to the page that was wanted, and signing out ends the session in every tab", async () => {
    const watched = await dashboard.open({ expected: refusals });
    const { page, context } = watched;

    await page.goto("/jobs?label=of-no-job");
    await page.getByLabel("Email address").fill(owner.email);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The email address or the password is wrong.").waitFor();
    await page.getByLabel("Password").fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("No job matches these filters").waitFor();
    expect(await watched.findAccessFaults()).toEqual([]);
    const other = await context.newPage();
    await other.goto("/jobs");
    await other.getByRole("heading", { name: "Jobs" }).waitFor();
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();

    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    watched.expectClean();
    await watched.close();
  });

  test.each(["//evil.example/", "/\t/evil.example/", "https://evil.example/", "/sign-in"])(
    "sign-in does not go on to %j",
    async (next) => {
      const watched = await dashboard.open({ expected: refusals });
      const { page } = watched;

      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel("Email address").fill(owner.email);
      await page.getByLabel("Password").fill(owner.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: "Create", level: 1 }).waitFor();

      expect(page.url()).toBe(`${dashboard.engine.url}/create`);
      watched.expectClean();
      await watched.close();
    },
  );

  test("the link of an invitation leads through sign-in to the invitation", async () => {
    const watched = await dashboard.open({ expected: refusals });
    const { page } = watched;

    await page.goto("/accept-invitation#invitation=inv_1&token=t");
    await page.getByLabel("Email address").fill(owner.email);
    await page.getByLabel("Password").fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await page.getByRole("alert").waitFor();

    expect(page.url()).toBe(`${dashboard.engine.url}/accept-invitation`);
    watched.expectClean();
    await watched.close();
  });
}

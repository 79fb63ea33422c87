import { describe, expect, test } from "vitest";

import { composeEmail } from "#activities/delivery/compose-email.ts";
import { getCredits } from "#api/routes/account/get-credits.ts";
import { grantMonth, releaseCredits } from "#db/billing/credits.ts";
import { mailOrganizationEvents } from "#db/email/email-events.ts";
import { takeEmail } from "#db/email/emails.ts";
import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import { Email } from "#db/entities/email.ts";
import { OrganizationEvent } from "#db/entities/organization.ts";
import { createId } from "#db/ids.ts";
import { noteDueKeyRotations } from "#db/organizations/key-rotations.ts";
import { endOfMonth, periodOf, startOfMonth } from "#domain/billing/plans.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { testVault } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const api = useApi(database);

const em = () => database.orm.em.fork();

async function eventsOf({ organizationId }: TestOrganization, type: string): Promise<unknown[]> {
  const events = await em().find(OrganizationEvent, { organizationId }, { orderBy: { id: "asc" } });
  return events.filter((event) => event.type === type).map((event) => event.data);
}

async function setBudget({ organizationId }: TestOrganization, budget: number): Promise<void> {
  await em().nativeUpdate(CreditAccount, { organizationId }, { budget });
}

test("the balance shows available, held and granted credits, the next expiry, the budget and its raised alerts", async () => {
  const owner = await createOrganization(database.orm, { credits: 30 });
  const { organizationId, key } = owner;
  const now = new Date();
  await em().nativeUpdate(Organization, { id: organizationId }, { creditsPerMonth: 40 });
  await em().transactional(async (tx) => grantMonth(tx, organizationId, now));
  await setBudget(owner, 10);
  await queueJob(database.orm, owner, 8);

  const answer = await api.call("/v1/credits", { key });

  expect(await expectDocumented(getCredits, answer)).toEqual({
    available: 62,
    held: 8,
    granted: 70,
    periodStart: startOfMonth(now).toISOString(),
    periodEnd: endOfMonth(now).toISOString(),
    // Held credits count as expiring until they are charged.
    expiring: [{ credits: 40, expiresAt: endOfMonth(now).toISOString() }],
    budget: { credits: 10, spent: 8, alertPercents: [80, 100], alertsRaised: [80] },
  });
});

describe("budget alerts", () => {
  test("are raised once for each month and percentage, even after credits are released and spent again", async () => {
    const owner = await createOrganization(database.orm);
    await setBudget(owner, 10);

    await queueJob(database.orm, owner, 7);
    expect(await eventsOf(owner, "budget.alert")).toEqual([]);
    const jobId = await queueJob(database.orm, owner, 1);
    await releaseCredits(em(), jobId);
    await Promise.all([1, 2, 3].map(async () => queueJob(database.orm, owner, 1)));

    const period = periodOf(new Date());
    expect(await eventsOf(owner, "budget.alert")).toEqual([
      { period, percent: 80, budget: 10, spent: 8 },
      { period, percent: 100, budget: 10, spent: 10 },
    ]);
  });

  test("are raised when a budget is lowered to current spending, and never without a budget", async () => {
    const owner = await createOrganization(database.orm);
    await queueJob(database.orm, owner, 9);
    expect(await eventsOf(owner, "budget.alert")).toEqual([]);

    await setBudget(owner, 10);

    expect(await eventsOf(owner, "budget.alert")).toMatchObject([{ percent: 80 }]);
  });
});

describe("the rotation of a key", () => {
  const keyOf = ({ keyId }: TestOrganization) => ({ id: keyId });
  const note = async () => noteDueKeyRotations(em(), { now: new Date(), after: null });
  const past = new Date("2026-01-02T03:04:05.678Z");

  test("is reported as due once for each key value, even by concurrent workers", async () => {
    const owner = await createOrganization(database.orm);
    await note();
    expect(await eventsOf(owner, "key.rotation_due")).toEqual([]);
    await em().nativeUpdate(ApiKey, keyOf(owner), { rotationDueAt: past });

    await Promise.all(Array.from({ length: 5 }, note));
    expect(await eventsOf(owner, "key.rotation_due")).toMatchObject([
      { keyId: owner.keyId, name: "test" },
    ]);
    // A rotation moves the due date, so the next value is reported again.
    await em().nativeUpdate(ApiKey, keyOf(owner), { rotationDueAt: new Date(past.getTime() + 1) });
    await note();

    expect(await eventsOf(owner, "key.rotation_due")).toHaveLength(2);
  });

  test("is not reported as due for revoked or expired keys", async () => {
    const revoked = await createOrganization(database.orm);
    const expired = await createOrganization(database.orm);
    await em().nativeUpdate(ApiKey, keyOf(revoked), { rotationDueAt: past, revokedAt: past });
    await em().nativeUpdate(ApiKey, keyOf(expired), { rotationDueAt: past, expiresAt: past });

    await note();

    expect(await eventsOf(revoked, "key.rotation_due")).toEqual([]);
    expect(await eventsOf(expired, "key.rotation_due")).toEqual([]);
  });
});

describe("emails about credits", () => {
  async function mail(): Promise<void> {
    await mailOrganizationEvents(em(), { vault: testVault, now: new Date(), after: null });
  }

  test("are sent to each owner with a verified email address once for each event, even by concurrent workers", async () => {
    const owner = await createOrganization(database.orm, { credits: 12 });
    const { organizationId } = owner;
    const others = [
      { role: "owner", verified: true },
      { role: "owner", verified: false },
      { role: "admin", verified: true },
    ] as const;
    const accountIds = await Promise.all(
      others.map(async ({ role, verified }) => {
        const accountId = createId("account");
        const emailVerifiedAt = verified ? new Date() : null;
        await em().insert(Account, { id: accountId, email: `${accountId}@x.org`, emailVerifiedAt });
        await em().insert(Membership, { organizationId, accountId, role });
        return accountId;
      }),
    );
    await setBudget(owner, 5);
    await queueJob(database.orm, owner, 4);

    await Promise.all(Array.from({ length: 4 }, mail));
    await mail();

    const mails = await em().find(Email, { organizationId });
    const told = mails.map((one) => `${one.template} ${one.accountId}`).toSorted();
    const expected = ["credits_low", "budget_alert"].flatMap((template) =>
      [owner.accountId, accountIds[0]].map((accountId) => `${template} ${accountId}`),
    );
    expect(told).toEqual(expected.toSorted());
  });

  test("name the organization and the figures", async () => {
    const owner = await createOrganization(database.orm, { credits: 100 });
    await setBudget(owner, 5);
    await queueJob(database.orm, owner, 4);
    await mail();

    const [one] = await em().find(Email, { organizationId: owner.organizationId });
    const taken = await takeEmail(em(), testVault, one?.id ?? "");
    if (taken.state !== "queued") throw new Error("the mail does not wait");
    const { subject, text } = composeEmail(taken.content, {
      frontUrl: "http://front.test",
      createdAt: taken.createdAt,
    });

    expect(subject).toBe("Test has spent 80 % of its budget");
    expect(text.replaceAll("\n", " ")).toContain("has spent 4 of the 5 credits");
  });
});

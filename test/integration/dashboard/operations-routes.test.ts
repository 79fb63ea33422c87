import { describe, expect, test } from "vitest";

import { updateOrganizationTerms } from "#api/routes/admin/update-organization-terms.ts";
import { getOperatorLinks } from "#api/routes/app/get-operator-links.ts";
import { getServiceStatus } from "#api/routes/app/get-service-status.ts";
import { listOrganizationTerms } from "#api/routes/app/list-organization-terms.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { Organization } from "#db/entities/account.ts";
import { Model } from "#db/entities/catalog.ts";
import { CircuitTransition } from "#db/entities/provider-health.ts";
import { createOperator } from "#test/support/accounts/access-world.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const api = useApi(database);
const withTemporalUi = useApi(database, {
  settings: {
    temporalUi: {
      url: "http://temporal.test/",
      namespace: "media",
      maintenanceNamespace: "upkeep",
    },
  },
});

const em = () => database.orm.em.fork();

async function createPerson(name = "Test") {
  const organization = await createOrganization(database.orm);
  await em().nativeUpdate(Organization, organization.organizationId, { name });
  const { token } = await createTestSession(database.orm, organization.accountId);
  return { ...organization, token };
}

describe("the status of the service", () => {
  test("counts the open jobs of the caller's organization only", async () => {
    const person = await createPerson();
    const other = await createPerson();
    await queueJob(database.orm, person);
    await queueJob(database.orm, other);

    const response = await api.call("/app/status", { token: person.token });

    expect(await expectDocumented(getServiceStatus, response)).toMatchObject({
      queue: { waiting: 1, running: 0, waitingSince: expect.any(String) },
    });
  });

  test("lists providers with their health, and incidents by circuit", async () => {
    const { token } = await createPerson();
    const change = { providerSlug: "luma", modelId: "", fromState: "closed" } as const;
    await em().insert(CircuitTransition, { ...change, toState: "open", cause: "provider_error" });
    await em().insert(CircuitTransition, { ...change, toState: "closed", cause: "trial" });

    const response = await api.call("/app/status", { token });

    const body = (await expectDocumented(getServiceStatus, response)) as {
      providers: { name: string; health: { provider: string } }[];
      incidents: { data: { provider: string }[] };
    };
    expect(body.providers.map(({ health }) => health.provider)).toContain("luma");
    expect(body.incidents.data.find(({ provider }) => provider === "luma")).toEqual({
      provider: "luma",
      model: null,
      cause: "provider_error",
      startedAt: expect.any(String),
      endedAt: expect.any(String),
    });
  });
});

test("a model has its measured seconds when enough generations exist", async () => {
  const { token } = await createPerson();
  const before = await api.call("/v1/models/studio-image", { token });
  expect(await expectDocumented(getModel, before)).not.toHaveProperty("measuredSeconds");
  await em().nativeUpdate(Model, "studio-image", { measuredSeconds: 2.5 });

  const after = await api.call("/v1/models/studio-image", { token });

  expect(await expectDocumented(getModel, after)).toMatchObject({ measuredSeconds: 2.5 });
});

describe("organizations, for operators", () => {
  test("are found by a part of the name or by the id, and changed with the listed ETag", async () => {
    const { token } = await createOperator(database.orm);
    const { organizationId } = await createPerson("Fjord_100% Films");
    await createPerson("Fjord 1000 Films");
    const list = async (search: string) => {
      const path = `/app/admin/organizations?search=${encodeURIComponent(search)}`;
      const response = await api.call(path, { token });
      return (await expectDocumented(listOrganizationTerms, response)) as {
        data: { organizationId: string; etag: string }[];
      };
    };

    const byName = await list("jord_100%");
    const byId = await list(organizationId);

    expect(byName.data.map((found) => found.organizationId)).toEqual([organizationId]);
    expect(byId.data).toEqual(byName.data);
    const change = async (body: object) =>
      api.call(`/v1/admin/organizations/${organizationId}`, {
        method: "PUT",
        token,
        body,
        headers: { "If-Match": byName.data[0]?.etag ?? "" },
      });
    const first = await change({ plan: "team", reason: "contract" });
    await expectDocumented(updateOrganizationTerms, first);
    const second = await change({ plan: "pro", reason: "another tab" });
    expect([first.status, second.status]).toEqual([200, 412]);
  });

  test("are filtered by plan and status", async () => {
    const { token } = await createOperator(database.orm);
    await createPerson();

    const response = await api.call("/app/admin/organizations?plan=team&status=closed", { token });

    expect(await response.json()).toEqual({ data: [], nextCursor: null });
  });
});

test("operators get links into the Temporal UI, when its URL is set", async () => {
  const { token } = await createOperator(database.orm);

  const without = await api.call("/app/admin/links", { token });
  const links = await withTemporalUi.call("/app/admin/links", { token });

  expect(await expectDocumented(getOperatorLinks, without)).toEqual({ temporal: null });
  expect(await expectDocumented(getOperatorLinks, links)).toEqual({
    temporal: {
      jobs: "http://temporal.test/namespaces/media/workflows",
      maintenance: "http://temporal.test/namespaces/upkeep/workflows",
    },
  });
});

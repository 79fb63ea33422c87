import { beforeAll, describe, expect, test } from "vitest";

import { doors } from "#api/doors/doors.ts";
import { needsSession, type Route } from "#api/http/route.ts";
import { appRoutes, billingRoutes, routes } from "#api/routes/index.ts";
import { rolePermissions, roles, type Permission, type Role } from "#domain/accounts/permission.ts";
import {
  createAccessWorld,
  createOperator,
  pathOf,
  rowsOf,
  sharedRows,
  type AccessWorld,
  type TestPerson,
} from "#test/support/accounts/access-world.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { useTestPayments } from "#test/support/jobs/billing.ts";

/** Every route, also of doors, × every role × each credential × own, foreign and missing rows, made from the route list. */

const database = useDatabase();
const { payments } = useTestPayments();
const api = useApi(database, { dependencies: { payments } });

let own: AccessWorld;
let foreign: AccessWorld;
let operator: TestPerson;

beforeAll(async () => {
  own = await createAccessWorld(database.orm, api.storage);
  foreign = await createAccessWorld(database.orm, api.storage);
  operator = await createOperator(database.orm);
});

const missing: Readonly<Record<string, string>> = {
  jobId: "job_00000000-0000-7000-8000-000000000000",
  outputId: "out_00000000-0000-7000-8000-000000000000",
  shareId: "shr_00000000-0000-7000-8000-000000000000",
  batchId: "bat_00000000-0000-7000-8000-000000000000",
  assetId: "ast_00000000-0000-7000-8000-000000000000",
  conversationId: "cnv_00000000-0000-7000-8000-000000000000",
  pipelineId: "pip_00000000-0000-7000-8000-000000000000",
  keyId: "key_00000000-0000-7000-8000-000000000000",
  webhookId: "whk_00000000-0000-7000-8000-000000000000",
  deliveryId: "dlv_00000000-0000-7000-8000-000000000000",
  orgId: "org_00000000-0000-7000-8000-000000000000",
  videoId: "job_00000000-0000-7000-8000-000000000000",
  userId: "acc_00000000-0000-7000-8000-000000000000",
  sessionId: "ses_00000000-0000-7000-8000-000000000000",
  invitationId: "inv_00000000-0000-7000-8000-000000000000",
  reportId: "rpt_00000000-0000-7000-8000-000000000000",
  quarantinedFileId: "qrf_00000000-0000-7000-8000-000000000000",
};

const credentials = ["token", "key"] as const;
type Credential = (typeof credentials)[number];

/** Routes of doors that need a permission. Their errors have other formats, and they are not in the OpenAPI document. */
const ofDoors = doors
  .flatMap((door) => door.routes)
  .filter((route) => permissionOf(route) !== null);
const guarded = [...routes, ...appRoutes, ...billingRoutes, ...ofDoors].filter(
  (route) => route.access !== "public",
);
const ofOperators = guarded.filter((route) => permissionOf(route)?.startsWith("admin:") === true);
const ofEverybody = guarded.filter((route) => !ofOperators.includes(route));
const withRow = ofEverybody.filter((route) => rowParametersOf(route).length > 0);

function permissionOf({ access }: Route): Permission | null {
  return typeof access === "object" ? access.permission : null;
}

function rowParametersOf(route: Route): string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in sharedRows));
}

function credentialsOf(route: Route): readonly Credential[] {
  if (ofDoors.includes(route)) return ["key"];
  return needsSession(route.access) ? ["token"] : credentials;
}

function isAllowed(route: Route, role: Role): boolean {
  const permission = permissionOf(route);
  return permission === null || rolePermissions[role].includes(permission);
}

async function call(
  route: Route,
  {
    caller,
    credential,
    rows,
  }: {
    caller: TestPerson;
    credential: Credential;
    rows: Readonly<Record<string, string | undefined>>;
  },
): Promise<{ status: number; code: string }> {
  const response = await api.call(pathOf(route, rows), {
    method: route.method.toUpperCase(),
    [credential]: caller[credential],
    ...(route.body === null ? {} : { body: bodyOf(route) }),
  });
  if (ofDoors.includes(route)) return readDoor(response);
  const body = await expectDocumented(route, response);
  const code = response.status >= 400 ? (body as { code: string }).code : "";
  return { status: response.status, code };
}

/** A door's response to a valid order waits for the end of its job. */
function bodyOf(route: Route): unknown {
  return ofDoors.includes(route) ? {} : Object.values(route.examples?.body ?? {})[0];
}

async function readDoor(response: Response): Promise<{ status: number; code: string }> {
  const { status } = response;
  if (status < 400) return { status, code: "" };
  const { error } = (await response.json()) as { error: { code: string } };
  return { status, code: error.code };
}

/** Refusal with the code of the route's protocol: OpenAI's has one for all that a credential may not do. */
function refusalOf(route: Route, code: string): { status: number; code: string } {
  return { status: 403, code: ofDoors.includes(route) ? "permission_denied" : code };
}

/** Returns a separate organization for routes that change data, with the rows of the route's path. */
async function worldFor(route: Route, role: Role): Promise<AccessWorld> {
  if (route.method === "get") return own;
  return createAccessWorld(database.orm, api.storage, {
    role,
    parameters: rowParametersOf(route),
  });
}

function cases<Case>(list: readonly Route[], expand: (route: Route) => readonly Case[]) {
  return list.flatMap((route) => expand(route).map((one) => [route.operationId, one, route]));
}

const byRole = cases(ofEverybody, (route) =>
  roles.flatMap((role) => credentialsOf(route).map((credential) => `${role} by ${credential}`)),
) as [string, `${Role} by ${Credential}`, Route][];
const byCredential = (list: readonly Route[]) =>
  cases(list, credentialsOf) as [string, Credential, Route][];

describe("in the caller's organization", () => {
  test.each(byRole)("%s for the %s", async (_name, who, route) => {
    const [role, credential] = who.split(" by ") as [Role, Credential];
    // A refused call changes nothing.
    const world = isAllowed(route, role) ? await worldFor(route, role) : own;

    const { status, code } = await call(route, {
      caller: world.people[role],
      credential,
      rows: rowsOf(world, role),
    });

    if (isAllowed(route, role)) {
      expect(code).not.toBe(refusalOf(route, "permission_missing").code);
      expect(status).not.toBe(401);
      expect(status).toBeLessThan(500);
    } else {
      expect({ status, code }).toEqual(refusalOf(route, "permission_missing"));
    }
  });
});

describe("rows of another organization", () => {
  test.each(byCredential(withRow))(
    "%s returns 403 to the %s of another organization's owner",
    async (_name, credential, route) => {
      const answer = await call(route, {
        caller: own.people.owner,
        credential,
        rows: foreign.rows,
      });

      expect(answer).toEqual(refusalOf(route, "outside_organization"));
    },
  );

  test.each(byCredential(withRow))(
    "%s returns 404 for an unknown row, by %s",
    async (_name, credential, route) => {
      const { people, rows } = own;
      const last = rowParametersOf(route).at(-1) ?? "";

      const { status, code } = await call(route, {
        caller: people.owner,
        credential,
        rows: { ...rows, [last]: missing[last] },
      });

      expect({ status, code }).toEqual({ status: 404, code: expect.stringMatching(/_not_found$/) });
    },
  );
});

describe("operator routes", () => {
  test.each(byCredential(ofOperators))(
    "%s is refused to an owner's %s",
    async (_name, credential, route) => {
      const answer = await call(route, { caller: own.people.owner, credential, rows: own.rows });

      expect(answer).toEqual({ status: 403, code: "permission_missing" });
    },
  );

  test.each(byCredential(ofOperators))(
    "%s is open to an operator's %s",
    async (_name, credential, route) => {
      const { rows } = await worldFor(route, "owner");

      const { status, code } = await call(route, { caller: operator, credential, rows });

      expect(code).not.toBe("permission_missing");
      expect(status).not.toBe(401);
      expect(status).toBeLessThan(500);
    },
  );

  test.each(byCredential(ofOperators.filter((route) => rowParametersOf(route).length > 0)))(
    "%s, called with an operator's %s, returns 404 for an unknown row",
    async (_name, credential, route) => {
      const answer = await call(route, { caller: operator, credential, rows: missing });

      expect(answer).toEqual({ status: 404, code: expect.stringMatching(/_not_found$/) });
    },
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { effectivePermissions, permissions, rolePermissions, roles } from "./permission.ts";

const makers = fc.record({ role: fc.constantFrom(...roles), isOperator: fc.boolean() });
const grants = fc.option(fc.uniqueArray(fc.constantFrom(...permissions)), { nil: null });

test("a key never exceeds its creator's permissions or its own grants", () => {
  fc.assert(
    fc.property(grants, makers, (granted, maker) => {
      const effective = effectivePermissions(granted, maker);

      expect(effectivePermissions(null, maker)).toEqual(expect.arrayContaining(effective));
      expect(granted ?? effective).toEqual(expect.arrayContaining(effective));
      expect(new Set(effective).size).toBe(effective.length);
    }),
  );
});

test("a key loses the permissions that its creator loses", () => {
  const granted = ["generations:create", "jobs:read"] as const;

  expect(effectivePermissions(granted, { role: "developer", isOperator: false })).toEqual(granted);
  expect(effectivePermissions(granted, { role: "viewer", isOperator: false })).toEqual([
    "jobs:read",
  ]);
});

test("no role includes operator permissions, and an operator has all of them", () => {
  const operators = permissions.filter((permission) => permission.startsWith("admin:"));

  for (const role of roles) {
    const own = effectivePermissions(null, { role, isOperator: false });
    expect(own.filter((permission) => permission.startsWith("admin:"))).toEqual([]);
    expect(effectivePermissions(null, { role, isOperator: true })).toEqual(
      expect.arrayContaining(operators),
    );
  }
});

test("a viewer has read permissions only", () => {
  expect(rolePermissions.viewer.filter((permission) => !permission.endsWith(":read"))).toEqual([]);
});

test("only owners and admins read the audit log", () => {
  const readers = roles.filter((role) => rolePermissions[role].includes("audit:read"));
  expect(readers).toEqual(["owner", "admin"]);
});

test("a developer manages neither members nor the organization", () => {
  expect(rolePermissions.developer).not.toContain("members:manage");
  expect(rolePermissions.developer).not.toContain("org:manage");
});

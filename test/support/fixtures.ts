import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll } from "vitest";

import {
  createOrganization,
  type OrganizationOptions,
  type TestOrganization,
} from "./accounts/organization.ts";
import { startApi, type TestApi, type TestApiOptions } from "./api.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/**
 * Resources that the tests of a file share. Each function is called at the top of the file, creates its resource
 * before the first test, in the order of the calls, and removes it after the last one, in reverse order.
 */

/** A database with all tables and the catalog. */
export function useDatabase(): TestDatabase {
  return useResource(createTestDatabase, async (database) => database.drop());
}

/** The application on a free port. */
export function useApi(database: TestDatabase, options: TestApiOptions = {}): TestApi {
  return useResource(async () => startApi(database, options));
}

/** An organization with one member and one key. */
export function useOrganization(
  database: TestDatabase,
  options: OrganizationOptions = {},
): TestOrganization {
  return useResource(
    async () => createOrganization(database.orm, options),
    async () => undefined,
  );
}

/** The path of a new folder. */
export function useFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  afterAll(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Any other resource. Its properties can be read from the first test on; helper functions of the file may refer
 * to it, which they could not if each test received it as a parameter (decision 0025).
 */
export function useResource<T extends Closable>(create: () => Promise<T>): T;
export function useResource<T extends object>(
  create: () => Promise<T>,
  remove: (resource: T) => Promise<unknown>,
): T;
export function useResource<T extends object>(
  create: () => Promise<T>,
  remove: (resource: T) => Promise<unknown> = async (resource) =>
    (resource as T & Closable).close(),
): T {
  let resource: T | undefined;
  beforeAll(async () => {
    resource = await create();
  });
  afterAll(async () => {
    if (resource !== undefined) await remove(resource);
  });
  const found = (): T => {
    if (resource === undefined) throw new Error("The resource exists from the first test on.");
    return resource;
  };
  // Safe to cast: every access is forwarded to the resource.
  return new Proxy({} as T, {
    get: (_target, name) => Reflect.get(found(), name) as unknown,
    has: (_target, name) => Reflect.has(found(), name),
    ownKeys: () => Reflect.ownKeys(found()),
    getOwnPropertyDescriptor: (_target, name) => Reflect.getOwnPropertyDescriptor(found(), name),
  });
}

interface Closable {
  close(): Promise<unknown>;
}

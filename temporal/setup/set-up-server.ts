import { setTimeout as delay } from "node:timers/promises";

import type { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";

import { searchAttributeTypes } from "#domain/task-queues.ts";
import { isAdministrationRefused, isNotFound } from "#temporal/grpc-errors.ts";
import { addSearchAttributes, listMissingSearchAttributes } from "#temporal/search-attributes.ts";

/** The parts of a server see a new namespace some seconds later. */
const visibleMs = 60_000;
const lookMs = 500;

export interface ServerSetup {
  /** Namespace of jobs, which needs the search attributes. */
  readonly namespace: string;
  /** Namespace of recurring work; may be the same. */
  readonly maintenanceNamespace: string;
  readonly retentionHours: number;
}

/**
 * Registers the namespaces and the search attributes that are missing. Repeated calls change nothing: an existing namespace
 * keeps its retention. Throws an error that says what an administrator has to do when the server refuses.
 */
export async function setUpServer(
  connection: Connection,
  { namespace, maintenanceNamespace, retentionHours }: ServerSetup,
  log: (line: string) => void,
): Promise<void> {
  for (const name of new Set([namespace, maintenanceNamespace])) {
    log(`${name}: ${await ensureNamespace(connection, name, retentionHours)}`);
  }
  const missing = await untilVisible(async () =>
    listMissingSearchAttributes(connection, namespace),
  );
  if (missing === null) {
    log(
      `${namespace}: this server does not let its clients read search attributes. Make sure that it has ${describeAttributes()}.`,
    );
    return;
  }
  if (missing.length > 0) {
    await refusable(
      async () => ensureSearchAttributes(connection, namespace, missing),
      `The server refuses to add search attributes. Let an administrator add ${describeAttributes()} to the namespace ${namespace}.`,
    );
  }
  log(`${namespace}: ${missing.length} search attributes added`);
}

async function ensureNamespace(
  connection: Connection,
  namespace: string,
  retentionHours: number,
): Promise<string> {
  if (await exists(connection, namespace)) return "exists";
  return refusable(async () => {
    const workflowExecutionRetentionPeriod = msToTs(`${retentionHours} hours`);
    try {
      await connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod,
      });
      return "registered";
    } catch (error) {
      // Another process may have registered the namespace in the meantime.
      if (await exists(connection, namespace)) return "exists";
      throw error;
    }
  }, `The server refuses to register the namespace ${namespace}. Let an administrator create it.`);
}

async function exists({ workflowService }: Connection, namespace: string): Promise<boolean> {
  try {
    await workflowService.describeNamespace({ namespace });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Adds search attributes, unless another process adds them at the same time. */
async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
  missing: readonly string[],
): Promise<void> {
  try {
    await addSearchAttributes(connection, namespace, missing);
  } catch (error) {
    const still = await listMissingSearchAttributes(connection, namespace);
    if (still === null || still.length > 0) throw error;
  }
}

async function refusable<T>(action: () => Promise<T>, remedy: string): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!isAdministrationRefused(error)) throw error;
    throw new Error(remedy, { cause: error });
  }
}

async function untilVisible<T>(read: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + visibleMs;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isNotFound(error) || Date.now() > deadline) throw error;
      await delay(lookMs);
    }
  }
}

function describeAttributes(): string {
  return Object.entries(searchAttributeTypes)
    .map(([name, type]) => `${name} (${type})`)
    .join(", ");
}

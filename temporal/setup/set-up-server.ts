import { setTimeout as delay } from "node:timers/promises";

import type { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";

import { searchAttributeTypes } from "#domain/task-queues.ts";
import { isAdministrationRefused, isAlreadyExisting, isNotFound } from "#temporal/grpc-errors.ts";
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
      async () => addSearchAttributes(connection, namespace, missing),
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
  const { workflowService } = connection;
  try {
    await workflowService.describeNamespace({ namespace });
    return "exists";
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return refusable(async () => {
    try {
      const workflowExecutionRetentionPeriod = msToTs(`${retentionHours} hours`);
      await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
      return "registered";
    } catch (error) {
      // Another process has registered the namespace in the meantime.
      if (isAlreadyExisting(error)) return "exists";
      throw error;
    }
  }, `The server refuses to register the namespace ${namespace}. Let an administrator create it.`);
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

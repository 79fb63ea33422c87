import type { Connection } from "@temporalio/client";

import { searchAttributeTypes } from "#domain/task-queues.ts";

import { isAdministrationRefused } from "./grpc-errors.ts";

/** Values of `temporal.api.enums.v1.IndexedValueType`. */
const indexedValueTypes = { Keyword: 2, Int: 3 } as const;
type Operator = Pick<Connection, "operatorService">;

/**
 * Lists the search attributes that a namespace lacks. Null when the server does not let this client list them.
 */
export async function listMissingSearchAttributes(
  { operatorService }: Operator,
  namespace: string,
): Promise<string[] | null> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return Object.keys(searchAttributeTypes).filter((name) => !(name in customAttributes));
  } catch (error) {
    if (isAdministrationRefused(error)) return null;
    throw error;
  }
}

/** Adds search attributes of the engine to a namespace. */
export async function addSearchAttributes(
  { operatorService }: Operator,
  namespace: string,
  names: readonly string[],
): Promise<void> {
  const types = Object.entries(searchAttributeTypes).filter(([name]) => names.includes(name));
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(
      types.map(([name, type]) => [name, indexedValueTypes[type]]),
    ),
  });
}

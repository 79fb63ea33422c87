import { IsolationLevel } from "@mikro-orm/core";

import { AppError } from "#domain/errors.ts";

import type { EntityManager } from "./orm.ts";

const attemptsMax = 4;
const serializationFailure = "40001";

/**
 * Runs a check and the write that depends on it against one state of the rows. When somebody else
 * changes a row that is written in between, PostgreSQL refuses the write and all of it runs again on
 * the new state, where the check decides. Throws `precondition_failed` when the rows do not hold still.
 */
export async function inOneSnapshot<Result>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  const options = { isolationLevel: IsolationLevel.REPEATABLE_READ };
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await em.fork().transactional(work, options);
    } catch (error) {
      if (!isSerializationFailure(error)) throw error;
    }
  }
  throw new AppError("precondition_failed");
}

function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === serializationFailure;
}

import { IsolationLevel } from "@mikro-orm/core";

import { AppError } from "#domain/errors.ts";

import type { EntityManager } from "./orm.ts";

const attemptsMax = 4;
const serializationFailure = "40001";

/**
 * Runs a check and the dependent write in one REPEATABLE READ transaction. When a concurrent transaction
 * changes a row that this one writes, PostgreSQL rejects the write, and the work runs again with a new
 * snapshot. Throws `precondition_failed` after four attempts.
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

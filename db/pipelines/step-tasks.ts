import { RunStep } from "#db/entities/pipeline-run.ts";
import type { EntityManager } from "#db/orm.ts";
import type { TaskResult } from "#domain/pipelines/runs/step-row.ts";
import type { StepKindName } from "#domain/pipelines/step.ts";

/** A task without a result, with the step's fields and their values. */
export interface OpenTask {
  readonly kind: StepKindName;
  readonly request: Readonly<Record<string, unknown>>;
}

/** Returns null when the task has a result, or its step no longer runs. */
export async function findOpenTask(
  em: EntityManager,
  step: { readonly runId: string; readonly key: string },
): Promise<OpenTask | null> {
  const { runId, key } = step;
  const row = await em.findOne(RunStep, { runId, key, status: "running", result: null });
  if (row?.value == null) return null;
  return { kind: row.value["kind"] as StepKindName, request: row.value };
}

/** Stores the result of a task. The first one stays, and a step that no longer runs stays as it is. */
export async function saveTaskResult(
  em: EntityManager,
  { runId, key, result }: { runId: string; key: string; result: TaskResult },
): Promise<void> {
  await em.nativeUpdate(RunStep, { runId, key, status: "running", result: null }, { result });
}

import type { MikroORM } from "#db/orm.ts";
import { createPipeline, updatePipeline } from "#db/pipelines/pipelines.ts";
import { checkDefinition } from "#domain/pipelines/check-definition.ts";
import { definitionSchema } from "#domain/pipelines/definition.ts";
import type { CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";
import { readExpression } from "#runtime/expressions/read-expression.ts";

/** A small definition; `prompt` distinguishes versions. */
export const definitionOf = (prompt = "A photo of {{ inputs.topic }}") => ({
  schemaVersion: 1,
  inputs: { topic: { type: "text", maxLength: 500 } },
  steps: { image: { kind: "generate", capability: "text-to-image", prompt } },
  outputs: { image: "{{ steps.image.output }}" },
});

function checkedVersion(prompt?: string): CheckedVersion {
  const definition = definitionSchema.parse(definitionOf(prompt));
  const result = checkDefinition(definition, { read: readExpression, pipelines: {} });
  if (!("checked" in result)) throw new Error("expected a valid definition");
  return { definition, checked: result.checked };
}

/** Creates a pipeline with two versions. */
export async function createTestPipeline(
  orm: MikroORM,
  { organizationId, accountId }: { organizationId: string; accountId: string },
): Promise<{ pipelineId: string }> {
  const actor = { organizationId, actorAccountId: accountId };
  const { pipeline } = await createPipeline(orm.em.fork(), {
    organizationId,
    createdBy: accountId,
    name: "Test images",
    description: null,
    version: checkedVersion(),
    actor,
  });
  const pipelineId = pipeline.id;
  const change = { version: checkedVersion("A drawing of {{ inputs.topic }}") };
  await updatePipeline(orm.em.fork(), { pipelineId, organizationId, change, actor });
  return { pipelineId };
}

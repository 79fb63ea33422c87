import { builtInPipelines, type BuiltInPipeline } from "#catalog/pipelines/index.ts";
import { Pipeline, PipelineVersion } from "#db/entities/pipeline.ts";
import type { EntityManager } from "#db/orm.ts";
import { insertVersion } from "#db/pipelines/pipelines.ts";
import { checkDefinition } from "#domain/pipelines/check-definition.ts";
import { readExpression } from "#runtime/expressions/read-expression.ts";

/**
 * Inserts the versions of the built-in pipelines that are missing; existing versions stay as they are. Repeated calls
 * change nothing; the caller holds the lock of migrations.
 */
export async function syncPipelines(
  em: EntityManager,
  pipelines: readonly BuiltInPipeline[] = builtInPipelines,
): Promise<void> {
  await em.transactional(async (tx) => {
    const known = await tx.find(Pipeline, { organizationId: null });
    const versions = await tx.find(
      PipelineVersion,
      { pipelineId: { $in: pipelines.map(({ slug }) => slug) } },
      { fields: ["version"] },
    );
    for (const { slug, name, description, versions: definitions } of pipelines) {
      const latestVersion = Math.max(...definitions.map(({ version }) => version));
      const row = known.find(({ id }) => id === slug);
      if (row === undefined) {
        await tx.insert(Pipeline, {
          id: slug,
          organizationId: null,
          name,
          description,
          latestVersion,
        });
      } else
        tx.assign(row, {
          name,
          description,
          latestVersion: Math.max(row.latestVersion, latestVersion),
        });
      for (const { version, definition } of definitions) {
        const exists = versions.some(
          (each) => each.pipelineId === slug && each.version === version,
        );
        if (exists) continue;
        const found = checkDefinition(definition, { read: readExpression, pipelines: {} });
        if (!("checked" in found)) throw new Error(`expected ${slug} v${version} to be valid`);
        await insertVersion(tx, {
          pipelineId: slug,
          number: version,
          version: { definition, checked: found.checked },
          note: null,
          createdBy: null,
        });
      }
    }
  });
}

import type { z } from "zod";

import type { CheckedPipeline } from "#api/accept/check-pipeline.ts";
import type { Outlook } from "#api/accept/pipeline-outlook.ts";
import type {
  pipelineCheckSchema,
  pipelineSchema,
  pipelineVersionSchema,
  pipelineWithDefinitionSchema,
} from "#api/schemas/pipeline.ts";
import type { Pipeline, PipelineVersion } from "#db/entities/pipeline.ts";
import type { PipelineWithVersion } from "#db/pipelines/pipelines.ts";
import { toInputSchema } from "#domain/pipelines/inputs.ts";
import { changesBetween } from "#domain/pipelines/version-changes.ts";

import { optional } from "./optional.ts";

type PresentedPipeline = z.input<typeof pipelineSchema>;
type PresentedVersion = z.input<typeof pipelineVersionSchema>;
export type PresentedDefinition = z.input<typeof pipelineWithDefinitionSchema>;

export function presentPipeline(pipeline: Pipeline, outlook: Outlook): PresentedPipeline {
  return { ...fieldsOf(pipeline), ...presentOutlook(outlook) };
}

export function presentPipelineVersion(
  { pipeline, version }: PipelineWithVersion,
  outlook: Outlook,
): PresentedDefinition {
  const { definition, checked } = version;
  return {
    ...fieldsOf(pipeline),
    ...versionFieldsOf(version),
    definition,
    ...presentCheck({ definition, checked, outlook }),
  };
}

/** Result of a check without a stored pipeline. */
export function presentCheck({
  definition,
  checked: { outputs, steps },
  outlook,
}: CheckedPipeline): z.input<typeof pipelineCheckSchema> {
  return {
    inputSchema: toInputSchema(definition.inputs ?? {}),
    outputs,
    steps,
    ...presentOutlook(outlook),
    warnings: [...outlook.warnings],
  };
}

export function presentVersionEntry({
  version,
  previous,
}: {
  version: PipelineVersion;
  previous: PipelineVersion | null;
}): PresentedVersion {
  return {
    ...versionFieldsOf(version),
    createdAt: version.createdAt.toISOString(),
    createdBy: version.createdBy ?? null,
    changes: previous === null ? [] : changesBetween(previous.definition, version.definition),
  };
}

function fieldsOf(pipeline: Pipeline) {
  return {
    pipelineId: pipeline.id,
    name: pipeline.name,
    description: pipeline.description ?? null,
    builtIn: pipeline.organizationId == null,
    latestVersion: pipeline.latestVersion,
    ...optional("archivedAt", pipeline.archivedAt?.toISOString()),
    createdAt: pipeline.createdAt.toISOString(),
    createdBy: pipeline.createdBy ?? null,
    updatedAt: pipeline.updatedAt.toISOString(),
  };
}

function versionFieldsOf({ version, note, definitionHash }: PipelineVersion) {
  return { version, note: note ?? null, definitionHash };
}

function presentOutlook({ missing, price }: Outlook) {
  return {
    runnable: missing.length === 0,
    missing: missing.map(({ settings, ...work }) => ({ ...work, settings: [...settings] })),
    price: { minCredits: price.min, maxCredits: price.max },
  };
}

import { defineEntity, p } from "@mikro-orm/core";

import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import type { Definition } from "#domain/pipelines/definition.ts";

const PipelineSchema = defineEntity({
  name: "Pipeline",
  tableName: "pipelines",
  indexes: [{ name: "pipelines_list_index", properties: ["organizationId", "id"] }],
  properties: {
    /** A built-in pipeline has its slug as id. */
    id: p.text().primary(),
    /** Null: built in, and visible to every organization. */
    organizationId: p.text().nullable(),
    name: p.text(),
    description: p.text().nullable(),
    latestVersion: p.integer(),
    archivedAt: p.datetime().nullable(),
    createdBy: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Pipeline extends PipelineSchema.class {}
PipelineSchema.setClass(Pipeline);

/** A version of a pipeline. A trigger refuses changes (db/sql/pipelines.sql). */
const PipelineVersionSchema = defineEntity({
  name: "PipelineVersion",
  tableName: "pipeline_versions",
  properties: {
    pipelineId: p.text().primary(),
    version: p.integer().primary(),
    /** Not jsonb, which would lose the order of steps and outputs. */
    definition: p.json<Definition>().columnType("json"),
    definitionHash: p.text(),
    checked: p.json<CheckedDefinition>().columnType("json"),
    note: p.text().nullable(),
    createdBy: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class PipelineVersion extends PipelineVersionSchema.class {}
PipelineVersionSchema.setClass(PipelineVersion);

import { z } from "zod";

import { modelSchemaOf } from "#api/http/model-schema.ts";
import { defineRoute } from "#api/http/route.ts";
import { findModel } from "#db/providers/catalog.ts";

const jsonSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: "JSON Schema, draft 2020-12." });

export const getModelSchema = defineRoute({
  method: "get",
  path: "/v1/models/{modelId}/schema",
  operationId: "getModelSchema",
  summary: "Read what a model takes and gives, as JSON Schema",
  description:
    "`input` is the body of POST /v1/generations for this model: our fields with the ranges that the model has, and " +
    "its own parameters. `output` is `outputs` of a completed job.",
  tags: ["Catalog"],
  access: { permission: "models:read" },
  params: z.object({ modelId: z.string().min(1).max(200) }),
  status: 200,
  response: z
    .object({ model: z.string(), input: jsonSchema, output: jsonSchema })
    .meta({ id: "ModelSchema" }),
  errors: ["model_not_found"],
  conditional: true,
  async handle({ params }, { em, settings }) {
    const { model } = await findModel(em, settings.providerSettings, params.modelId);
    return modelSchemaOf(model);
  },
});

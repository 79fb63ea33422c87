import { z } from "zod";

import { modelSchemaOf } from "#api/http/model-schema.ts";
import { defineRoute } from "#api/http/route.ts";
import { findListedModel } from "#db/providers/catalog.ts";

const jsonSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: "JSON Schema, draft 2020-12." });

export const getModelSchema = defineRoute({
  method: "get",
  path: "/v1/models/{modelId}/schema",
  operationId: "getModelSchema",
  summary: "Retrieve the JSON Schema of a model",
  description:
    "`input` describes the body of POST /v1/generations for this model: the common fields with the " +
    "model's ranges, and the model's own parameters. `output` describes `outputs` of a completed job.",
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
    const { model } = await findListedModel(em, settings.providerSettings, params.modelId);
    return modelSchemaOf(model);
  },
});

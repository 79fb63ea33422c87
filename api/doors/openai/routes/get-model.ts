import { z } from "zod";

import {
  listAutomaticNames,
  openaiModelSchema,
  presentNamedModel,
  presentOpenaiModel,
} from "#api/doors/openai/models.ts";
import { defineRoute } from "#api/http/route.ts";
import { findListedModel } from "#db/providers/catalog.ts";
import { AppError } from "#domain/errors.ts";

export const getModel = defineRoute({
  method: "get",
  path: "/openai/v1/models/{modelId}",
  operationId: "openaiGetModel",
  summary: "Retrieve a model",
  tags: ["OpenAI"],
  access: { permission: "models:read" },
  lenient: true,
  params: z.object({ modelId: z.string().min(1).max(200) }),
  status: 200,
  response: openaiModelSchema,
  errors: ["model_not_found"],
  async handle({ params: { modelId }, caller }, { em, settings }) {
    const view = { organizationKeys: caller.organizationKeys };
    try {
      return presentOpenaiModel(
        await findListedModel(em, settings.providerSettings, modelId, view),
      );
    } catch (error) {
      if (!(error instanceof AppError && error.code === "model_not_found")) throw error;
      if (listAutomaticNames(settings).includes(modelId)) return presentNamedModel(modelId);
      const message = `${modelId} does not exist. GET /openai/v1/models lists the models.`;
      throw new AppError("model_not_found", {
        issues: [{ pointer: "/model", code: "model_not_found", message }],
      });
    }
  },
});

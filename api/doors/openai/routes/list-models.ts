import { z } from "zod";

import {
  listAutomaticNames,
  openaiModelSchema,
  presentNamedModel,
  presentOpenaiModel,
} from "#api/doors/openai/models.ts";
import { defineRoute } from "#api/http/route.ts";
import { listModels as listRows } from "#db/providers/catalog.ts";

export const listModels = defineRoute({
  method: "get",
  path: "/openai/v1/models",
  operationId: "openaiListModels",
  summary: "List the models that can be called now, `auto`, and the names that mean it",
  tags: ["OpenAI"],
  access: { permission: "models:read" },
  lenient: true,
  status: 200,
  response: z.object({ object: z.literal("list"), data: z.array(openaiModelSchema) }),
  errors: [],
  async handle({ caller }, { em, settings }) {
    const models = await listRows(
      em,
      settings.providerSettings,
      {},
      {
        organizationKeys: caller.organizationKeys,
      },
    );
    const usable = models.filter(({ unavailable }) => unavailable === null);
    const ids = new Set(usable.map(({ model }) => model.id));
    const named = listAutomaticNames(settings).filter((id) => !ids.has(id));
    return {
      object: "list" as const,
      data: [...named.map(presentNamedModel), ...usable.map(presentOpenaiModel)],
    };
  },
});

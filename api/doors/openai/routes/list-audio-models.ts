import { z } from "zod";

import { automaticModel } from "#api/doors/openai/models.ts";
import { defineRoute } from "#api/http/route.ts";
import { listModels } from "#db/providers/catalog.ts";

export const listAudioModels = defineRoute({
  method: "get",
  path: "/openai/v1/audio/models",
  operationId: "openaiListAudioModels",
  summary: "List the models that speak, and `auto` (Open WebUI asks for them)",
  tags: ["OpenAI"],
  access: { permission: "models:read" },
  lenient: true,
  status: 200,
  response: z.object({ models: z.array(z.object({ id: z.string() })) }),
  errors: [],
  async handle({ caller: { organizationKeys } }, { em, settings }) {
    const filter = { capability: "text-to-speech" as const };
    const models = await listModels(em, settings.providerSettings, filter, { organizationKeys });
    const usable = models.filter(({ unavailable }) => unavailable === null);
    return { models: [{ id: automaticModel }, ...usable.map(({ model: { id } }) => ({ id }))] };
  },
});

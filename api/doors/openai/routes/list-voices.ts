import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { listModels } from "#db/providers/catalog.ts";

export const listVoices = defineRoute({
  method: "get",
  path: "/openai/v1/audio/voices",
  operationId: "openaiListVoices",
  summary: "List the names of the voices that models offer as choices",
  tags: ["OpenAI"],
  access: { permission: "models:read" },
  lenient: true,
  status: 200,
  response: z.object({ voices: z.array(z.object({ id: z.string(), name: z.string() })) }),
  errors: [],
  async handle({ caller: { organizationKeys } }, { em, settings }) {
    const filter = { capability: "text-to-speech" as const };
    const models = await listModels(em, settings.providerSettings, filter, { organizationKeys });
    const names = models
      .filter(({ unavailable }) => unavailable === null)
      .flatMap(({ model: { parameters } }) => voicesOf(parameters));
    return { voices: [...new Set(names)].map((name) => ({ id: name, name })) };
  },
});

/** Names of a parameter with the role of the voice: its choices, or those of its field `name`. */
const voiceSchema = z.object({
  "x-role": z.literal("voice"),
  enum: z.array(z.string()).optional(),
  properties: z.object({ name: z.object({ enum: z.array(z.string()) }).optional() }).optional(),
});

function voicesOf(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(parameters["properties"] ?? {}).flatMap((parameter) => {
    const found = voiceSchema.safeParse(parameter);
    return found.success ? (found.data.enum ?? found.data.properties?.name?.enum ?? []) : [];
  });
}

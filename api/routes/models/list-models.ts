import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { presentListed } from "#api/present/catalog.ts";
import { modelSchema } from "#api/schemas/catalog.ts";
import { capabilitySchema, contentTypeSchema, listOf } from "#api/schemas/common.ts";
import { listModels as listRows, matchesFilter } from "#db/providers/catalog.ts";

export const listModels = defineRoute({
  method: "get",
  path: "/v1/models",
  operationId: "listModels",
  summary: "List models",
  description: "Returns the catalog. Several filters must all match.",
  tags: ["Catalog"],
  access: { permission: "models:read" },
  query: z.object({
    type: contentTypeSchema.optional(),
    capability: capabilitySchema.optional(),
    provider: z.string().min(1).max(200).optional().meta({ description: "Provider slug." }),
    search: z
      .string()
      .max(200)
      .regex(/\S/, "Must not be empty")
      .trim()
      .optional()
      .meta({ description: "Text in id, name, provider or description (case-insensitive)." }),
  }),
  status: 200,
  response: listOf(modelSchema),
  errors: [],
  conditional: true,
  async handle({ query, caller }, { em, settings }) {
    const filter = {
      contentType: query.type,
      capability: query.capability,
      providerSlug: query.provider,
      search: query.search,
    };
    const view = { organizationKeys: caller.organizationKeys };
    const models = await listRows(em, settings.providerSettings, {}, view);
    const found = models.filter((each) => matchesFilter(each, filter));
    return { data: found.map((each) => presentListed(each, models)) };
  },
});

import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { presentCanonical, presentModel } from "#api/present/catalog.ts";
import { modelSchema } from "#api/schemas/catalog.ts";
import { findCanonical } from "#catalog/canonical.ts";
import { findListedModel, listOffersOf } from "#db/providers/catalog.ts";

export const getModel = defineRoute({
  method: "get",
  path: "/v1/models/{modelId}",
  operationId: "getModel",
  summary: "Retrieve a model",
  tags: ["Catalog"],
  access: { permission: "models:read" },
  params: z.object({ modelId: z.string().min(1).max(200) }),
  status: 200,
  response: modelSchema,
  errors: ["model_not_found"],
  conditional: true,
  async handle({ params, caller }, { em, settings }) {
    const view = { organizationKeys: caller.organizationKeys };
    const canonical = findCanonical(params.modelId);
    if (canonical !== undefined) {
      const offers = await listOffersOf(em, settings.providerSettings, canonical.id, view);
      if (offers.length > 0) return presentCanonical(canonical, offers);
    }
    return presentModel(await findListedModel(em, settings.providerSettings, params.modelId, view));
  },
});

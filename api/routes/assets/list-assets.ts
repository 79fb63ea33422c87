import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentAsset } from "#api/present/asset.ts";
import { assetSchema } from "#api/schemas/asset.ts";
import { contentTypeSchema, cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listAssets as listRows } from "#db/jobs/assets.ts";

export const listAssets = defineRoute({
  method: "get",
  path: "/v1/assets",
  operationId: "listAssets",
  summary: "List assets, newest first",
  tags: ["Assets"],
  access: { permission: "assets:read" },
  query: z.object({
    kind: contentTypeSchema.optional(),
    name: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "Part of the name (case-insensitive)." }),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  status: 200,
  response: pageOf(assetSchema),
  errors: [],
  async handle({ query, caller }, { em, settings, now }) {
    const { organizationId } = caller;
    const { kind, name } = query;
    const { rows, nextCursor } = await loadPage({
      list: "assets",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { organizationId, kind, name, ...part }),
      idOf: (asset) => asset.id,
    });
    return { data: rows.map((asset) => presentAsset(asset, settings, now())), nextCursor };
  },
});

import { defineRoute } from "#api/http/route.ts";
import { presentAsset } from "#api/present/asset.ts";
import { assetParams, assetSchema } from "#api/schemas/asset.ts";
import { findAsset } from "#db/jobs/assets.ts";

export const getAsset = defineRoute({
  method: "get",
  path: "/v1/assets/{assetId}",
  operationId: "getAsset",
  summary: "Retrieve an asset",
  description: "Returns media type, checksum, a new signed URL and the end of its retention.",
  tags: ["Assets"],
  access: { permission: "assets:read" },
  params: assetParams,
  status: 200,
  response: assetSchema,
  errors: ["asset_not_found", "outside_organization", "asset_expired"],
  conditional: true,
  async handle({ params, caller }, { em, settings, now }) {
    const { organizationId } = caller;
    const asset = await findAsset(em, { assetId: params.assetId, organizationId });
    return presentAsset(asset, settings, now());
  },
});

import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { assetParams } from "#api/schemas/asset.ts";
import { deleteAsset as deleteRow } from "#db/jobs/assets.ts";

export const deleteAsset = defineRoute({
  method: "delete",
  path: "/v1/assets/{assetId}",
  operationId: "deleteAsset",
  summary: "Delete an asset",
  description:
    "The asset can no longer be read or used; its file is deleted within an hour. Returns 409 while a " +
    "job that has not ended needs the asset. Repeating the request has no effect.",
  tags: ["Assets"],
  access: { permission: "assets:write" },
  params: assetParams,
  status: 204,
  response: z.undefined(),
  errors: ["asset_not_found", "outside_organization", "asset_in_use"],
  async handle({ params, caller, request }, { em }) {
    await deleteRow(em, {
      assetId: params.assetId,
      organizationId: caller.organizationId,
      actor: actorOf({ caller, request }),
    });
    return undefined;
  },
});

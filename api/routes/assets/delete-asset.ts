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
    "It can be neither read nor used from now on; its file is gone within the hour. Refused while a job that " +
    "has not ended needs it. Deleting it again changes nothing.",
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

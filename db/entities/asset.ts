import { defineEntity, p } from "@mikro-orm/core";

import type { AssetSource } from "#domain/requests/asset.ts";
import type { ContentType } from "#domain/requests/capability.ts";

/** A file that callers brought or kept. Its content is unique among those that its organization keeps. */
const AssetSchema = defineEntity({
  name: "Asset",
  tableName: "assets",
  indexes: [{ name: "assets_list_index", properties: ["organizationId", "id"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    accountId: p.text(),
    kind: p.text().$type<ContentType>(),
    name: p.text().nullable(),
    contentType: p.text(),
    bytes: p.bigint("number"),
    sha256: p.text(),
    /** Measured when it was brought, and never again: prices were told by it. */
    durationSeconds: p.double().nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    storageKey: p.text().unique("assets_storage_key_unique"),
    source: p.text().$type<AssetSource>(),
    /** The output that it was kept from. */
    outputId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
    /** Since when its file is gone, too. */
    purgedAt: p.datetime().nullable(),
  },
});
export class Asset extends AssetSchema.class {}
AssetSchema.setClass(Asset);

/** Which jobs were accepted with which assets; written by a trigger. */
const JobAssetSchema = defineEntity({
  name: "JobAsset",
  tableName: "job_assets",
  properties: {
    jobId: p.text().primary(),
    assetId: p.text().primary().index("job_assets_asset_index"),
  },
});
export class JobAsset extends JobAssetSchema.class {}
JobAssetSchema.setClass(JobAsset);

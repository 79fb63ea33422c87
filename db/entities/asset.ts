import { defineEntity, p } from "@mikro-orm/core";

import type { AssetSource } from "#domain/requests/asset.ts";
import type { ContentType } from "#domain/requests/capability.ts";

/**
 * A file that a caller uploaded or kept from an output. Its content is unique among the retained assets of
 * the organization.
 */
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
    /** Measured at upload and never again, because prices are quoted by these values. */
    durationSeconds: p.double().nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    framesPerSecond: p.double().nullable(),
    storageKey: p.text().unique("assets_storage_key_unique"),
    source: p.text().$type<AssetSource>(),
    /** The output that the asset was created from. */
    outputId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
    /** Time at which the file was deleted from storage. */
    purgedAt: p.datetime().nullable(),
  },
});
export class Asset extends AssetSchema.class {}
AssetSchema.setClass(Asset);

/** Assets referenced by a job at acceptance; written by a trigger. */
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

import type { z } from "zod";

import type { assetSchema } from "#api/schemas/asset.ts";
import type { Asset } from "#db/entities/asset.ts";
import { factsOf } from "#db/jobs/assets.ts";
import { type AddressSettings, createFileAddress } from "#storage/file-address.ts";

export function presentAsset(
  asset: Asset,
  settings: AddressSettings,
  now: Date,
): z.input<typeof assetSchema> {
  const { url, expiresAt } = createFileAddress(
    { fileId: asset.id, keptUntil: asset.expiresAt },
    settings,
    now,
  );
  return {
    assetId: asset.id,
    kind: asset.kind,
    ...(asset.name == null ? {} : { name: asset.name }),
    contentType: asset.contentType,
    bytes: asset.bytes,
    ...factsOf(asset),
    sha256: asset.sha256,
    source: {
      kind: asset.source,
      ...(asset.outputId == null ? {} : { outputId: asset.outputId }),
    },
    url,
    expiresAt: expiresAt.toISOString(),
    keptUntil: asset.expiresAt.toISOString(),
    createdAt: asset.createdAt.toISOString(),
  };
}

import { createId } from "#db/ids.ts";
import { createAsset, type NewAsset } from "#db/jobs/assets.ts";
import type { MikroORM } from "#db/orm.ts";
import type { MediaFacts } from "#storage/measure-media.ts";
import { assetKey, type Storage } from "#storage/storage.ts";
import { pngOf } from "#test/support/media.ts";

import { chunksOf } from "./storage-promises.ts";

/** Creates an asset with unique bytes, as an upload does. */
export async function createTestAsset(
  orm: MikroORM,
  storage: Storage,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  bytes: Buffer = pngOf(200),
  about: Partial<Pick<NewAsset, "name" | "contentType" | keyof MediaFacts>> = {},
): Promise<{ assetId: string; storageKey: string }> {
  const id = createId("asset");
  const storageKey = assetKey(id);
  const file = await storage.write(storageKey, chunksOf(bytes), { bytesMax: bytes.length });
  await createAsset(orm.em.fork(), {
    id,
    organizationId,
    accountId,
    name: "fox.png",
    contentType: "image/png",
    storageKey,
    source: "upload",
    outputId: null,
    durationSeconds: null,
    width: null,
    height: null,
    framesPerSecond: null,
    ...file,
    ...about,
  });
  return { assetId: id, storageKey };
}

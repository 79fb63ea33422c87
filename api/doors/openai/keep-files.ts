import { toName, toRow } from "#api/accept/bring-asset.ts";
import type { AssetFile } from "#api/accept/store-asset.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import type { Caller } from "#db/caller.ts";
import { createAsset } from "#db/jobs/assets.ts";

/** A file of a request in storage, with the field that it came in. */
export interface SentFile {
  readonly field: string;
  readonly fileName: string;
  readonly file: AssetFile;
}

/** Files of a request in storage, which are no assets until `keep`. */
export interface SentFiles {
  /** Field and SHA-256 of each file: an equal request has equal ones. */
  readonly hashes: readonly string[];
  /** Makes assets of the files, in the order of the request. */
  readonly keep: () => Promise<{ readonly field: string; readonly assetId: string }[]>;
  /** Deletes the files that no asset has. */
  readonly discard: () => Promise<void>;
}

export function toSentFiles(
  files: readonly SentFile[],
  { organizationId, accountId }: Caller,
  { storage, em }: Pick<RequestDependencies, "storage" | "em">,
): SentFiles {
  const unkept = new Set(files.map(({ file }) => file.storageKey));
  return {
    hashes: files.map(({ field, file }) => `${field} ${file.sha256}`),
    async keep() {
      const kept: { field: string; assetId: string }[] = [];
      for (const { field, fileName, file } of files) {
        const { asset, created } = await createAsset(em.fork(), {
          ...toRow(file, { name: toName(fileName), source: "upload" }),
          organizationId,
          accountId,
        });
        if (created) unkept.delete(file.storageKey);
        kept.push({ field, assetId: asset.id });
      }
      return kept;
    },
    async discard() {
      for (const key of unkept) await storage.delete(key);
      unkept.clear();
    },
  };
}

import { createDiskStorage } from "./disk-storage.ts";
import { createS3Storage, type S3Settings } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

/** The storage that the settings name: a bucket, else a folder, which for a bucket holds what is on its way. */
export function createStorage({
  storageFolder,
  s3,
}: {
  readonly storageFolder: string;
  readonly s3: S3Settings | null;
}): Storage {
  return s3 === null
    ? createDiskStorage(storageFolder)
    : createS3Storage(s3, { spoolFolder: storageFolder });
}

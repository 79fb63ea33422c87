import { createDiskStorage } from "./disk-storage.ts";
import { createS3Storage, type S3Settings } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

/**
 * Creates the configured storage: a bucket, else a folder. With a bucket, the folder holds files until they
 * are uploaded.
 */
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

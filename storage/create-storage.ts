import { createDiskStorage } from "./disk-storage.ts";
import type { S3Settings } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

/**
 * Creates the configured storage: a bucket, else a folder. With a bucket, the folder holds files until they
 * are uploaded.
 */
export async function createStorage({
  storageFolder,
  s3,
}: {
  readonly storageFolder: string;
  readonly s3: S3Settings | null;
}): Promise<Storage> {
  if (s3 === null) return createDiskStorage(storageFolder);
  // Loading the client takes 90 ms of processor time, and only a bucket needs it.
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(s3, { spoolFolder: storageFolder });
}

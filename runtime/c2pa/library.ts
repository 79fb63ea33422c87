import { join } from "node:path";

/** Version of c2pa-python, whose wheel contains the library that signs. */
export const c2paVersion = "0.38.1";

/** SHA-256 and size of its wheel for each platform; there is none for Windows and for Alpine Linux. */
export const c2paWheels: Readonly<Record<string, { sha256: string; bytes: number }>> = {
  "linux-x64": {
    sha256: "0885fc72b7741b2af91305d1768618c827d802fa8963cd11f2fe2d00500651d0",
    bytes: 15_955_538,
  },
  "linux-arm64": {
    sha256: "d40fe8adc79ced9d9e8019e28f1fb53104c99f13aedcfc5999935113e57509db",
    bytes: 15_206_799,
  },
  "darwin-arm64": {
    sha256: "299753a0106cba5cdeedb4056c6d9721a37a0eb7f6dccfc43db91d1347b23b7e",
    bytes: 15_007_485,
  },
  "darwin-x64": {
    sha256: "c29dab574ccf3ee00ea343ea01b27cd03f548cdddd381bfd33476ab67736d6b4",
    bytes: 15_431_164,
  },
};

/** Folder of the unpacked wheel; `npm run c2pa:fetch` fills it. */
export function c2paFolderOf(cacheFolder: string): string {
  return join(cacheFolder, `c2pa-${c2paVersion}`);
}

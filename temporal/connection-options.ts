import { readFile } from "node:fs/promises";

import type { ConnectionOptions } from "@temporalio/client";

import type { TemporalSettings } from "#config.ts";

/** Options that the connections of clients and of workers have in common. */
export type TemporalConnectionOptions = Pick<ConnectionOptions, "tls"> & {
  address: string;
  apiKey?: string;
};

/** Reads the certificates. Throws an error that names the file when one cannot be read. */
export async function readConnectionOptions(
  address: string,
  { apiKey, tls }: TemporalSettings,
): Promise<TemporalConnectionOptions> {
  return {
    address,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(tls === null ? {} : { tls: await readCertificates(tls) }),
  };
}

async function readCertificates({
  clientPair,
  serverCaPath,
  serverName,
}: NonNullable<TemporalSettings["tls"]>): Promise<NonNullable<ConnectionOptions["tls"]>> {
  return {
    ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
    ...(serverCaPath === undefined
      ? {}
      : { serverRootCACertificate: await readFile(serverCaPath) }),
    ...(clientPair === null
      ? {}
      : {
          clientCertPair: {
            crt: await readFile(clientPair.certPath),
            key: await readFile(clientPair.keyPath),
          },
        }),
  };
}

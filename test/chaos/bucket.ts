import { type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { startFauxqs } from "fauxqs";

import { createS3Storage } from "#storage/s3-storage.ts";
import type { Storage } from "#storage/storage.ts";
import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

/** `full`: reads work, writes fail. `slow`: delays each request by some seconds. */
export const bucketFaults = ["errors", "full", "slow", "silent"] as const;
export type BucketFault = (typeof bucketFaults)[number];

export interface Bucket {
  /** Environment variables of the processes that use the bucket. */
  readonly env: Readonly<Record<string, string>>;
  /** The bucket's files, read without its faults. */
  storageAt(spoolFolder: string): Storage;
  setFault(fault: BucketFault | null): void;
  close(): Promise<void>;
}

const bucket = "chaos";
const region = "us-east-1";
const keys = { accessKeyId: "id", secretAccessKey: "key" };
const slowMs = 3_000;

/** Starts an S3 server behind a proxy that injects faults. */
export async function startBucket(): Promise<Bucket> {
  const fauxqs = await startFauxqs({ port: 0, logger: false });
  fauxqs.createBucket(bucket);
  let fault: BucketFault | null = null;
  const { server, url, close } = await listenOnFreePort();

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on("error", () => undefined);
    if (fault === "silent") return;
    const isWrite = request.method === "PUT" || request.method === "POST";
    if (fault === "errors" || (fault === "full" && isWrite)) {
      request.resume();
      response.writeHead(fault === "full" ? 507 : 503).end();
      return;
    }
    if (fault === "slow") await delay(slowMs);
    const { method, headers, url: path } = request;
    const forwarded = requestHttp(
      { host: "127.0.0.1", port: fauxqs.port, method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  }
  server.on("request", (request, response) => void forward(request, response));

  return {
    env: {
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      S3_FORCE_PATH_STYLE: "1",
    },
    storageAt: (spoolFolder) =>
      createS3Storage(
        {
          endpoint: `http://127.0.0.1:${fauxqs.port}`,
          bucket,
          region,
          ...keys,
          forcePathStyle: true,
          prefix: "",
        },
        { spoolFolder },
      ),
    setFault(next) {
      // Requests that waited during the silence lose their responses.
      if (fault === "silent") server.closeAllConnections();
      fault = next;
    },
    async close() {
      await close();
      await fauxqs.stop();
    },
  };
}

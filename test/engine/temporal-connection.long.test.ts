import { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { afterAll, beforeAll, expect, test } from "vitest";

import { searchAttributeTypes } from "#domain/task-queues.ts";
import { readConnectionOptions } from "#temporal/connection-options.ts";
import { listMissingSearchAttributes } from "#temporal/search-attributes.ts";
import { setUpServer } from "#temporal/setup/set-up-server.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import {
  type Certificates,
  type SecureTemporal,
  startSecureTemporal,
  writeCertificates,
} from "#test/support/engine/secure-temporal.ts";
import { useFolder } from "#test/support/fixtures.ts";

const serverName = "temporal.test";
const apiKey = "key of the engine";
const folder = useFolder("gme-certificates-");

let certificates: Certificates;
let engine: TestEngine;
let secure: SecureTemporal;

beforeAll(async () => {
  certificates = await writeCertificates(folder, serverName);
  engine = await startTestEngine({ studioUrl: "http://127.0.0.1:9" });
  await engine.startTemporal();
  secure = await startSecureTemporal(engine.temporalAddress, {
    server: certificates.server,
    apiKey,
  });
  const { client, caPath } = certificates;
  Object.assign(engine.env, {
    TEMPORAL_ADDRESS: secure.address,
    TEMPORAL_API_KEY: apiKey,
    TEMPORAL_TLS_CLIENT_CERT_PATH: client.certPath,
    TEMPORAL_TLS_CLIENT_KEY_PATH: client.keyPath,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: caPath,
    TEMPORAL_TLS_SERVER_NAME: serverName,
  });
});

afterAll(async () => {
  secure.close();
  await engine.close();
});

async function connect(
  clientPair: Certificates["client"] | null,
  key: string | undefined = apiKey,
): Promise<Connection> {
  const tls = { clientPair, serverCaPath: certificates.caPath, serverName };
  const options = await readConnectionOptions(secure.address, { apiKey: key, tls });
  return Connection.connect({ ...options, connectTimeout: "2s" });
}

test("API and worker run a job over TLS with a client certificate and an API key", async () => {
  await Promise.all([engine.startApi(), engine.startWorker()]);

  const jobId = await engine.createJob({ message: "upscale it", parseIntent: true });

  expect(await engine.waitForJob(jobId)).toMatchObject({ status: "needs_input" });
});

test("a worker whose API key is refused ends with one sentence", async () => {
  const start = engine.startWorker({ TEMPORAL_API_KEY: "another key" });

  await expect(start).rejects.toThrow(
    `Temporal at ${secure.address} refuses the credentials: check TEMPORAL_API_KEY`,
  );
});

test("a worker ends with one sentence when its namespace lacks search attributes", async () => {
  const connection = await connect(certificates.client);
  const workflowExecutionRetentionPeriod = msToTs("24 hours");
  await connection.workflowService.registerNamespace({
    namespace: "bare",
    workflowExecutionRetentionPeriod,
  });
  await connection.close();

  await expect(engine.startWorker({ TEMPORAL_NAMESPACE: "bare" })).rejects.toThrow(
    "The Temporal namespace bare lacks the search attributes GmeAccount, GmeProvider",
  );
});

test("a certificate of another authority, none, and a wrong API key are refused", async () => {
  await expect(connect(certificates.stranger)).rejects.toThrow("Failed to connect");
  await expect(connect(null)).rejects.toThrow("Failed to connect");
  await expect(connect(certificates.client, "another key")).rejects.toThrow("Failed to connect");
});

test("a certificate that cannot be read is named", async () => {
  const missing = { certPath: `${folder}/missing.pem`, keyPath: `${folder}/missing.key` };

  await expect(connect(missing)).rejects.toThrow("missing.pem");
});

test("the set-up registers namespaces and search attributes once, also when it runs twice at the same time", async () => {
  const connection = await connect(certificates.client);
  const setup = {
    namespace: "fresh",
    maintenanceNamespace: "fresh-maintenance",
    retentionHours: 48,
  };
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);

  await Promise.all([setUpServer(connection, setup, log), setUpServer(connection, setup, log)]);
  await setUpServer(connection, { ...setup, retentionHours: 24 }, (line) =>
    lines.push(`again ${line}`),
  );

  expect(lines.slice(-3)).toEqual([
    "again fresh: exists",
    "again fresh-maintenance: exists",
    "again fresh: 0 search attributes added",
  ]);
  expect(await listMissingSearchAttributes(connection, "fresh")).toEqual([]);
  expect(await listMissingSearchAttributes(connection, "fresh-maintenance")).toEqual(
    Object.keys(searchAttributeTypes),
  );
  const { config } = await connection.workflowService.describeNamespace({ namespace: "fresh" });
  expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(48 * 3_600);
  await connection.close();
});

import { join } from "node:path";

import { Client, Connection } from "@temporalio/client";
import { pino } from "pino";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { createResponseSpool } from "#activities/generation/response-spool.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { createDiskStorage } from "#storage/disk-storage.ts";
import { testScreening } from "#test/support/accounts/safety.ts";
import { testAddresses, testVault } from "#test/support/api.ts";
import type { TestDatabase } from "#test/support/database.ts";

import { runActivity } from "./run-activity.ts";

/** Binds activities to one generation, with the given adapters and settings. */
export function stepsOf(
  ref: GenerationRef,
  {
    database: { orm },
    folder,
    ...given
  }: Pick<ActivityDependencies, "adapters" | "providerSettings"> &
    Partial<
      Pick<
        ActivityDependencies,
        "limits" | "responsesOrm" | "storage" | "marksOutputs" | "signer" | "safety"
      >
    > & {
      readonly database: TestDatabase;
      /** Folder for outputs. */
      readonly folder: string;
    },
) {
  const dependencies: ActivityDependencies = {
    orm,
    responsesOrm: orm,
    client: new Client({ connection: Connection.lazy() }),
    storage: createDiskStorage(folder),
    spool: createResponseSpool(join(folder, "answers")),
    vault: testVault,
    mailer: async () => null,
    frontUrl: "http://front.test",
    logger: pino({ level: "silent" }),
    expressions: {
      async evaluate() {
        throw new Error("no expression is evaluated here");
      },
    },
    writeText: null,
    payments: null,
    parseMessage: async () => {
      throw new Error("no message is read here");
    },
    addresses: {
      publicUrl: "http://engine.test",
      secret: "s".repeat(32),
      secrets: ["s".repeat(32)],
    },
    safety: {
      screening: testScreening(orm),
      failsClosed: true,
      checksImages: false,
      frames: null,
      checksOutputs: false,
      matchHashes: null,
    },
    marksOutputs: false,
    signer: null,
    webhooks: { timeoutMs: 1_000, allowPrivate: false, addresses: testAddresses },
    limits: {
      inputBytesMax: 100_000,
      outputBytesMax: 100_000,
      allowPrivateInputs: false,
      unknownSeconds: 1_800,
      reconcileSeconds: 60,
      requestDaysAfterFiles: 0,
      jobEventDays: 0,
    },
    ...given,
  };
  return <Result>(
    create: (dependencies: ActivityDependencies) => (ref: GenerationRef) => Promise<Result>,
  ) =>
    async (attempt: Parameters<typeof runActivity>[1] = {}): Promise<Result> =>
      runActivity(async () => create(dependencies)(ref), attempt);
}

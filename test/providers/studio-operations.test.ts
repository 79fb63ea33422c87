import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";
import { z } from "zod";

import type {
  OperationRequest,
  PollResult,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { studio } from "#activities/providers/studio/studio.ts";
import { operationInputsMax, operations } from "#domain/pipelines/operations.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { startNodeProcess } from "#test/support/engine/node-process.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { sampleInput } from "#test/support/providers/sample-request.ts";

import { inputsMax } from "../../studio/engines/media/limits.ts";
import { operations as studioOperations } from "../../studio/engines/media/operations.ts";

/**
 * Studio is a provider and shares only its protocol with the engine, so both have a table of the media
 * operations. A definition that the engine accepts must be a request that studio accepts.
 */
test("studio and pipelines have the same operations", () => {
  expect(Object.keys(studioOperations).toSorted()).toEqual(Object.keys(operations).toSorted());
  expect(inputsMax).toBe(operationInputsMax);
});

test.each(Object.entries(operations))(
  "%s has the same inputs and parameters in both",
  (name, row) => {
    const inStudio = studioOperations[name as keyof typeof studioOperations];
    const takes = row.takes.map((inputs) =>
      inputs.map((input) => `${input.kind}${"many" in input ? "+" : ""}`),
    );

    expect(inStudio.takes).toEqual(takes);
    expect(inStudio.makes ?? "same").toBe(row.makes);
    expect(shapeOf(inStudio.parameters)).toEqual(shapeOf(row.parameters));
  },
);

test("the adapter of studio sends an operation, polls it and reads its result", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gme-operations-"));
  const port = await findFreePort();
  const call = callTo({ url: `http://127.0.0.1:${port}` });
  const process = await startNodeProcess({
    entry: "studio/server.ts",
    env: { STUDIO_PORT: String(port), STUDIO_DIR: folder },
    readyUrl: `${call.baseUrl}/health`,
  });
  try {
    const request = resizeRequest();
    const submitted = await perform(request, call);
    const again = await perform(request, call);
    expect(again.providerRequestId).toBe(submitted.providerRequestId);

    let polled: PollResult = { state: "running" };
    while (polled.state === "running") {
      await new Promise((resolve) => setTimeout(resolve, 50));
      polled = (await studio.poll?.({ id: submitted.providerRequestId ?? "" }, call)) ?? polled;
    }
    expect(polled).toMatchObject({
      state: "succeeded",
      result: { files: [{ contentType: "image/png", width: 40, height: 20 }] },
    });

    const wrong = {
      ...request,
      operation: { name: "resize", parameters: { width: 1 } },
    } as const;
    await expect(perform(wrong, { ...call, idempotencyKey: "wrong" })).rejects.toMatchObject({
      code: "provider_rejected",
      details: { reason: expect.stringContaining("parameters.width") },
    });
  } finally {
    await process.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function perform(request: OperationRequest, call: ProviderCall): Promise<SubmitResult> {
  if (studio.perform === undefined) throw new Error("Studio performs no operations.");
  return studio.perform(request, call);
}

function resizeRequest(): OperationRequest {
  return {
    upstreamModel: "studio-media",
    operation: { name: "resize", parameters: { width: 40, height: 20 } },
    inputs: [sampleInput("image")],
  };
}

/** JSON Schema of a request; only studio knows the defaults. */
function shapeOf(parameters: z.ZodType): unknown {
  const schema = z.toJSONSchema(parameters, { io: "input" });
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === "default" ? undefined : value)),
  );
}

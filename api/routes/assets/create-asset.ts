import type { z } from "zod";

import { type BroughtAsset, bringAsset, bringUpload } from "#api/accept/bring-asset.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { answerIdempotently, replayAnswer } from "#api/http/answer-once.ts";
import { defineRoute, type Route, type RouteInput } from "#api/http/route.ts";
import { presentAsset } from "#api/present/asset.ts";
import { assetSchema, newAssetSchema, uploadFieldsSchema } from "#api/schemas/asset.ts";
import { createAsset as createRow } from "#db/jobs/assets.ts";
import { AppError } from "#domain/errors.ts";

export const createAsset: Route = defineRoute({
  method: "post",
  path: "/v1/assets",
  operationId: "createAsset",
  summary: "Create an asset",
  description:
    "Upload the file as `file` of a form (`multipart/form-data`), or reference it by a public URL, by " +
    "an output of one of your jobs, or, if the organization has uploaded the same bytes before, by " +
    "SHA-256 and size. The media type is detected from the bytes. Identical bytes are one asset: " +
    "uploading them again returns the existing asset and renews its retention.",
  tags: ["Assets"],
  access: { permission: "assets:write" },
  body: newAssetSchema,
  upload: uploadFieldsSchema,
  status: 201,
  response: assetSchema,
  errors: [
    "asset_invalid",
    "asset_too_large",
    "asset_limit_reached",
    "asset_not_found",
    "asset_expired",
    "output_not_found",
    "output_expired",
    "outside_organization",
    "input_invalid",
    "input_address_refused",
    "content_blocked",
    "overloaded",
  ],
  idempotent: "handler",
  links: {
    asset: { operationId: "getAsset", parameters: { assetId: "$response.body#/assetId" } },
  },
  examples: {
    body: {
      hash: {
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        bytes: 48_213,
      },
      address: { url: "https://example.com/photo.jpg" },
      output: { outputId: "out_0190b6a2-7c1e-7a55-9d3e-2f6f3d1c8a44", name: "fox.png" },
    },
  },
  async handle(input, dependencies) {
    if (input.upload !== null) {
      const brought = await bringUpload(input.upload, input, dependencies);
      // The hash of the form's content is known only after the upload.
      const idempotency = input.idempotency && {
        ...input.idempotency,
        requestHash: brought.contentHash,
      };
      return registerAsset(brought, { ...input, idempotency }, dependencies);
    }
    const replayed =
      input.idempotency === null ? null : await replayAnswer(createAsset, input, dependencies);
    if (replayed !== null) return JSON.parse(replayed) as z.input<typeof assetSchema>;
    return registerAsset(await bringAsset(input.body, input, dependencies), input, dependencies);
  },
});

/**
 * Registers a stored file as an asset. If the organization has an asset with the same bytes, the new file is
 * deleted.
 */
export async function registerAsset(
  brought: BroughtAsset,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<z.input<typeof assetSchema>> {
  const { settings, storage, now, log } = dependencies;
  let isKept = false;
  const handle: Route["handle"] = async ({ caller, setHeader }, { em }) => {
    if ("asset" in brought) return presentAsset(brought.asset, settings, now());
    const { organizationId, accountId } = caller;
    const { asset, created } = await createRow(em, { ...brought.row, organizationId, accountId });
    isKept = created;
    setHeader("Location", `/v1/assets/${asset.id}`);
    return presentAsset(asset, settings, now());
  };
  const drop = async () => {
    if (!("row" in brought)) return;
    const { storageKey } = brought.row;
    // Failure is harmless: the caller has its response, and the sweep deletes the file within a day.
    await storage.delete(storageKey).catch((error: unknown) => {
      log.warn({ error, storageKey }, "file of no asset not deleted");
    });
  };
  try {
    const answer =
      input.idempotency === null
        ? await handle(input, dependencies)
        : JSON.parse(await answerIdempotently(createAsset, input, dependencies, handle));
    if (!isKept) await drop();
    return answer as z.input<typeof assetSchema>;
  } catch (error) {
    // After a refusal there is no row. After any other error the row may be committed, so the sweep decides.
    if (error instanceof AppError) await drop();
    throw error;
  }
}

import { z } from "zod";

import { fileMedia, type ServedFile, serveFile } from "#api/files/serve-file.ts";
import { defineRoute } from "#api/http/route.ts";
import { findSignedAsset } from "#db/jobs/assets.ts";
import { findStoredInput } from "#db/jobs/job-inputs.ts";
import { findOutput } from "#db/jobs/outputs.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { previewKey, previewVariants } from "#domain/jobs/preview.ts";
import { isSignedFile } from "#storage/signed-address.ts";

/** Repeated reads by the same player or page come from its cache for one hour. */
const cacheControl = "private, max-age=3600, immutable";

export const downloadFile = defineRoute({
  method: "get",
  path: "/files/{fileId}",
  operationId: "downloadFile",
  summary: "Download a file by its signed URL",
  description:
    "The URL is part of a job's output or an asset; it requires no credential and works until it " +
    "expires.",
  tags: ["Files"],
  access: "public",
  gate: "download",
  params: z.object({ fileId: z.string().min(1).max(200) }),
  query: z.object({
    expires: z
      .string()
      .regex(/^\d{1,12}$/)
      .meta({ description: "Unix seconds." }),
    signature: z.string().min(1).max(200),
  }),
  status: 200,
  response: fileMedia,
  errors: [
    "signature_invalid",
    "output_not_found",
    "output_expired",
    "asset_not_found",
    "asset_expired",
    "job_not_found",
    "range_not_satisfiable",
  ],
  conditional: true,
  ranges: true,
  async handle({ params, query, request, setHeader }, { em, storage, settings, now }) {
    const { fileId } = params;
    const { signature } = query;
    const address = { fileId, expires: Number(query.expires), signature };
    if (!isSignedFile(address, { secrets: settings.signingSecrets, now: now() })) {
      throw new AppError("signature_invalid");
    }
    const { file, gone } = await findFile(em, fileId);
    return serveFile(file, storage, { request, setHeader, cacheControl, gone });
  },
});

/**
 * The prefix of the ID selects the kind: an asset, an input of a job (`<jobId>.input.<ordinal>`), otherwise
 * an output. `.poster` and `.strip` after the ID of an output or an asset select its preview.
 */
async function findFile(
  em: EntityManager,
  fileId: string,
): Promise<{ file: ServedFile; gone: ErrorCode }> {
  const variant = previewVariants.find((name) => fileId.endsWith(`.${name}`));
  if (variant === undefined) return findWholeFile(em, fileId);
  const { file, gone } = await findWholeFile(em, fileId.slice(0, -variant.length - 1));
  const preview = {
    id: fileId,
    storageKey: previewKey(file.storageKey, variant),
    contentType: "image/webp",
    // A preview is made from the content of its file.
    sha256: `${file.sha256}-${variant}`,
  };
  return { file: preview, gone };
}

async function findWholeFile(
  em: EntityManager,
  fileId: string,
): Promise<{ file: ServedFile; gone: ErrorCode }> {
  if (fileId.startsWith("ast_")) {
    return { file: await findSignedAsset(em, fileId), gone: "asset_expired" };
  }
  const [, jobId, ordinal] = /^(job_[^.]+)\.input\.(\d{1,3})$/.exec(fileId) ?? [];
  if (jobId !== undefined) {
    const input = await findStoredInput(em, { jobId, ordinal: Number(ordinal) });
    return { file: { ...input, id: fileId }, gone: "job_not_found" };
  }
  return { file: await findOutput(em, { outputId: fileId }), gone: "output_expired" };
}

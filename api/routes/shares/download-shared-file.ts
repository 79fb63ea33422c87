import { z } from "zod";

import { fileMedia, serveFile } from "#api/files/serve-file.ts";
import { defineRoute } from "#api/http/route.ts";
import { noIndexHeaders } from "#api/pages/shared-page.ts";
import { findSharedResult } from "#db/jobs/shares.ts";
import { AppError } from "#domain/errors.ts";

import { shareTokenParams } from "./get-shared-page.ts";

/** Each read is checked, so that a revoked link ends at once. */
const cacheControl = "private, no-cache";

export const downloadSharedFile = defineRoute({
  method: "get",
  path: "/s/{token}/files/{outputId}",
  operationId: "downloadSharedFile",
  summary: "Download a file behind a public link",
  tags: ["Files"],
  access: "public",
  gate: "download",
  hidesPath: true,
  params: shareTokenParams.extend({ outputId: z.string().min(1).max(100) }),
  status: 200,
  response: fileMedia,
  errors: ["share_not_found", "output_not_found", "output_expired", "range_not_satisfiable"],
  conditional: true,
  ranges: true,
  async handle({ params: { token, outputId }, request, setHeader }, { em, storage }) {
    const { files } = await findSharedResult(em, token);
    const file = files.find(({ id }) => id === outputId);
    if (file === undefined) throw new AppError("output_not_found", { details: { outputId } });
    for (const [name, value] of Object.entries(noIndexHeaders)) setHeader(name, value);
    const gone = "output_expired";
    return serveFile(file, storage, { request, setHeader, cacheControl, gone });
  },
});

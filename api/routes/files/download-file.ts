import { z } from "zod";

import { defineRoute } from "#api/route.ts";
import { fileMedia, serveOutput } from "#api/serve-output.ts";
import { findOutput } from "#db/outputs.ts";
import { AppError } from "#domain/errors.ts";
import { isSignedOutput } from "#storage/signed-address.ts";

/** Repeated reads by the same player or page come from its cache for this long. */
const cacheControl = "private, max-age=3600, immutable";

export const downloadFile = defineRoute({
  method: "get",
  path: "/files/{outputId}",
  operationId: "downloadFile",
  summary: "Download a file by its signed address",
  description:
    "The address comes from a job's output; it needs no credential and works until it expires.",
  tags: ["Files"],
  access: "public",
  gate: "download",
  params: z.object({ outputId: z.string().min(1).max(200) }),
  query: z.object({
    expires: z
      .string()
      .regex(/^\d{1,12}$/)
      .meta({ description: "Unix seconds." }),
    signature: z.string().min(1).max(200),
  }),
  status: 200,
  response: fileMedia,
  errors: ["signature_invalid", "output_not_found", "output_expired", "range_not_satisfiable"],
  conditional: true,
  ranges: true,
  async handle({ params, query, request, setHeader }, { em, storage, settings, now }) {
    const address = {
      outputId: params.outputId,
      expires: Number(query.expires),
      signature: query.signature,
    };
    if (!isSignedOutput(address, { secret: settings.signingSecret, now: now() })) {
      throw new AppError("signature_invalid");
    }
    const output = await findOutput(em, { outputId: params.outputId });
    return serveOutput(output, storage, { request, setHeader, cacheControl });
  },
});

import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { sharedPage } from "#api/pages/shared-page.ts";
import { findSharedResult, type SharedResult } from "#db/jobs/shares.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

const tokenLengthMax = 100;

export const shareTokenParams = z.object({ token: z.string().min(1).max(tokenLengthMax) });

export const getSharedPage = defineRoute({
  method: "get",
  path: "/s/{token}",
  operationId: "getSharedPage",
  summary: "Show the result behind a public link",
  description:
    "A page without scripts and without a session, in English or German. It has status 404 for a link that is " +
    "unknown, expired or revoked.",
  tags: ["Jobs"],
  access: "public",
  hidesPath: true,
  params: shareTokenParams,
  status: 200,
  response: { media: { "text/html": "A page with the files of a job." } },
  errors: [],
  async handle({ params: { token }, request }, { em }) {
    const language = request.header("accept-language")?.startsWith("de") === true ? "de" : "en";
    return sharedPage(await findOrNull(em, token), { token, language });
  },
});

/** People who open an ended link receive a page instead of a problem in JSON. */
async function findOrNull(em: EntityManager, token: string): Promise<SharedResult | null> {
  try {
    return await findSharedResult(em, token);
  } catch (error) {
    if (error instanceof AppError && error.code === "share_not_found") return null;
    throw error;
  }
}

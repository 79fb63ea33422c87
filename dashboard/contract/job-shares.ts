import { queryOptions } from "@tanstack/react-query";

import { engine } from "./engine.ts";
import { getJson } from "./get-json.ts";
import type { WriteContext } from "./use-write.ts";

/** Public link to the result of a job. */
export interface JobShare {
  readonly shareId: string;
  readonly showsPrompt: boolean;
  readonly expiresAt: string;
}

/** Valid links of a job, newest first, without their URLs. */
export function readJobShares(jobId: string) {
  return queryOptions({
    queryKey: ["listJobShares", jobId] as const,
    queryFn: async ({ signal }) =>
      (await getJson<{ readonly data: readonly JobShare[] }>(pathOf(jobId), signal)).data,
  });
}

/** Creates a link and returns its URL, which no other response contains. */
export async function createJobShare(
  {
    jobId,
    ...body
  }: { readonly jobId: string; readonly days: number; readonly showsPrompt: boolean },
  { idempotencyKey }: WriteContext,
): Promise<string> {
  const response = await engine.fetch(pathOf(jobId), { method: "POST", body, idempotencyKey });
  return ((await response.json()) as { readonly url: string }).url;
}

export async function revokeJobShare({
  jobId,
  shareId,
}: {
  readonly jobId: string;
  readonly shareId: string;
}): Promise<void> {
  await engine.fetch(`${pathOf(jobId)}/${encodeURIComponent(shareId)}`, { method: "DELETE" });
}

const pathOf = (jobId: string) => `/app/jobs/${encodeURIComponent(jobId)}/shares` as const;

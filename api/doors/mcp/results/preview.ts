import { setTimeout as delay } from "node:timers/promises";

import type { CallToolResult } from "@modelcontextprotocol/server";

import type { McpCall } from "#api/doors/mcp/mcp-call.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { findOutput } from "#db/jobs/outputs.ts";
import { findPreviews, type FilePreview } from "#db/jobs/previews.ts";
import { previewKey } from "#domain/jobs/preview.ts";

import { readSmallFile } from "./read-small-file.ts";

export const previewModes = ["auto", "none"] as const;
export type PreviewMode = (typeof previewModes)[number];

type Content = CallToolResult["content"][number];
type PresentedOutput = PresentedJob["outputs"][number];

/** A client may refuse a result of more than 1 MiB (Claude Desktop), and base64 adds a third. */
const imageBytesMax = 100_000;
const audioBytesMax = 500_000;
const imagesMax = 4;
const pollMs = 150;

/** The preview is for the person and for the language model, which can then judge the result. */
const annotations = { audience: ["user", "assistant"] } satisfies Content["annotations"];

/**
 * Small images of the first outputs, and a short recording itself. A worker makes previews after the output is
 * stored, so the newest one may need a moment: waits at most `waitMs`, and not at all for workers that make none.
 */
export async function previewBlocks(
  outputs: readonly PresentedOutput[],
  { waitMs }: { readonly waitMs: number },
  call: McpCall,
): Promise<Content[]> {
  const shown = outputs.slice(0, imagesMax);
  const visible = shown.filter(({ contentType }) => /^(?:image|video)\//.test(contentType));
  const images = await awaitPreviews(visible, waitMs, call);
  const blocks = images.map(async (preview) => {
    if (preview.content?.variants.includes("poster") !== true) return [];
    const key = previewKey(preview.storageKey, "poster");
    const data = await readSmallFile(call.dependencies.storage, key, imageBytesMax);
    return data === null
      ? []
      : [
          {
            type: "image" as const,
            data: data.toString("base64"),
            mimeType: "image/webp",
            annotations,
          },
        ];
  });
  const [first] = shown;
  return [...(await Promise.all(blocks)).flat(), ...(await recordingOf(first, call))];
}

async function awaitPreviews(
  outputs: readonly PresentedOutput[],
  waitMs: number,
  { caller, dependencies, request }: McpCall,
): Promise<readonly FilePreview[]> {
  if (outputs.length === 0) return [];
  const wanted = {
    fileIds: outputs.map(({ outputId }) => outputId),
    organizationId: caller.organizationId,
  };
  const { signal } = request;
  const until = Date.now() + (dependencies.settings.hasPreviews ? waitMs : 0);
  for (;;) {
    const previews = await findPreviews(dependencies.em.fork(), wanted);
    const isDone = previews.every(({ dueAt }) => dueAt === null);
    if (isDone || Date.now() >= until || signal.aborted) return previews;
    await delay(pollMs);
  }
}

async function recordingOf(
  output: PresentedOutput | undefined,
  { caller, dependencies: { em, storage } }: McpCall,
): Promise<Content[]> {
  if (output === undefined || !output.contentType.startsWith("audio/")) return [];
  if (output.bytes > audioBytesMax) return [];
  const file = await findOutput(em.fork(), { outputId: output.outputId });
  if (file.organizationId !== caller.organizationId) return [];
  const data = await readSmallFile(storage, file.storageKey, audioBytesMax);
  return data === null
    ? []
    : [
        {
          type: "audio",
          data: data.toString("base64"),
          mimeType: output.contentType,
          annotations: { audience: ["user"] },
        },
      ];
}

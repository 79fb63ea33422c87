import type { Job, Output } from "@gme/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { readLibraryPages } from "#contract/library.ts";
import { read } from "#contract/queries.ts";
import { usePendingPreviews } from "#contract/use-pending-previews.ts";
import { OutputViewer } from "#viewers/output-viewer.tsx";

import { useFrameAsInput } from "./use-frame-as-input.ts";

/** An output of a job, with what its viewer needs: the waveform of a recording, the input of a changed image. */
export function JobFile({
  job,
  output,
  title,
}: {
  readonly job: Job;
  readonly output: Output;
  readonly title: string;
}) {
  const isImage = output.contentType.startsWith("image/");
  const isAudio = output.contentType.startsWith("audio/");
  const input = job.request.inputs.find(
    ({ kind, assetId }) => kind === "image" && assetId !== undefined,
  );
  const assetId = input?.assetId ?? "";
  const before = useQuery({
    ...read("getAsset", { path: { assetId } }),
    enabled: isImage && assetId !== "",
  });
  const library = useInfiniteQuery({
    ...readLibraryPages({ job: job.jobId }),
    enabled: isAudio,
  });
  const files = library.data?.pages.flatMap(({ data }) => data) ?? [];
  usePendingPreviews(files);
  const peaks = files.find(({ fileId }) => fileId === output.outputId)?.preview.peaks;
  const frameUse = useFrameAsInput();
  return (
    <OutputViewer
      output={{ ...output, peaks, before: before.data?.url }}
      title={title}
      frameUse={frameUse}
    />
  );
}

import type { Question } from "@gme/client";
import { useQuery } from "@tanstack/react-query";

import { read } from "#contract/queries.ts";
import { OutputViewer } from "#viewers/output-viewer.tsx";

/** A file or another value that a question is about. A file that is no longer stored is left out. */
export function ShownValue({
  shown: { text, assetId = "", contentType = "", ...output },
  title,
}: {
  readonly shown: NonNullable<Question["show"]>[number];
  readonly title: string;
}) {
  const asset = useQuery({
    ...read("getAsset", { path: { assetId } }),
    enabled: assetId !== "",
  });
  if (text !== undefined) return <blockquote>{text}</blockquote>;
  const url = output.url ?? asset.data?.url;
  return url === undefined ? null : <OutputViewer output={{ url, contentType }} title={title} />;
}

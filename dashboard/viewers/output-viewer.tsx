import type { Output } from "@gme/client";
import { lazy, Suspense } from "react";

import { Skeleton } from "#ui/skeleton.tsx";

import { ImageViewer } from "./image-viewer.tsx";
import { toLocalUrl } from "./local-url.ts";
import { AudioViewer, VideoViewer } from "./media-viewers.tsx";
import { TextViewer } from "./text-viewer.tsx";

import styles from "./output-viewer.module.css";

const ModelViewer = lazy(async () => import("./model-viewer.tsx"));

/** Shows a file by its media type. `title` describes the content, usually the prompt. */
export function OutputViewer({
  output,
  title,
}: {
  readonly output: Output;
  readonly title: string;
}) {
  const url = toLocalUrl(output.url);
  const kind = output.contentType.split("/")[0];
  if (kind === "image") return <ImageViewer output={output} url={url} title={title} />;
  if (kind === "video") return <VideoViewer url={url} title={title} />;
  if (kind === "audio") return <AudioViewer url={url} title={title} text={output.text} />;
  if (output.contentType === "model/gltf-binary") {
    return (
      <Suspense fallback={<Skeleton height="24rem" />}>
        <ModelViewer url={url} title={title} />
      </Suspense>
    );
  }
  if (output.text !== undefined) return <TextViewer text={output.text} />;
  return <p className={styles.other}>{output.contentType}</p>;
}

import { lazy, Suspense } from "react";

import { Skeleton } from "#ui/skeleton.tsx";

import { AudioViewer } from "./audio/audio-viewer.tsx";
import { ImageViewer } from "./image/image-viewer.tsx";
import { toLocalUrl } from "./local-url.ts";
import type { Media } from "./media.ts";
import { TextViewer } from "./text-viewer.tsx";
import { VideoViewer } from "./video/video-viewer.tsx";

import styles from "./output-viewer.module.css";

const ModelViewer = lazy(async () => import("./model-viewer.tsx"));

/** Shows a file by its media type. `title` describes the content, usually the prompt. */
export function OutputViewer({
  output,
  title,
}: {
  readonly output: Media;
  readonly title: string;
}) {
  const url = toLocalUrl(output.url);
  const kind = output.contentType.split("/")[0];
  if (kind === "image") return <ImageViewer media={output} title={title} />;
  if (kind === "video") return <VideoViewer url={url} title={title} />;
  if (kind === "audio") return <AudioViewer media={output} title={title} />;
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

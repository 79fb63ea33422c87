import { lazy, Suspense } from "react";

import { Skeleton } from "#ui/skeleton.tsx";

import { ImageViewer } from "./image/image-viewer.tsx";
import { toLocalUrl } from "./local-url.ts";
import type { Media } from "./media.ts";
import { TextViewer } from "./text-viewer.tsx";
import type { FrameUse } from "./video/video-viewer.tsx";

import styles from "./output-viewer.module.css";

const AudioViewer = lazy(async () => import("./audio/audio-viewer.tsx"));
const ModelViewer = lazy(async () => import("./model-viewer.tsx"));
const VideoViewer = lazy(async () => import("./video/video-viewer.tsx"));

interface OutputViewerProps {
  readonly output: Media;
  /** Describes the content; usually the prompt. */
  readonly title: string;
  readonly frameUse?: FrameUse | undefined;
}

/** Shows a file by its media type. */
export function OutputViewer(props: OutputViewerProps) {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <Viewer {...props} />
    </Suspense>
  );
}

function Viewer({ output, title, frameUse }: OutputViewerProps) {
  const url = toLocalUrl(output.url);
  const kind = output.contentType.split("/")[0];
  if (kind === "image") return <ImageViewer media={output} title={title} />;
  if (kind === "video") return <VideoViewer url={url} title={title} frameUse={frameUse} />;
  if (kind === "audio") return <AudioViewer media={output} title={title} />;
  if (output.contentType === "model/gltf-binary") return <ModelViewer url={url} title={title} />;
  if (output.text !== undefined) return <TextViewer text={output.text} />;
  return <p className={styles.other}>{output.contentType}</p>;
}

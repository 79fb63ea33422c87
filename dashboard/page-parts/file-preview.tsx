import { AudioLines, Box, FileText, Film, Image } from "lucide-react";
import { type PointerEvent, useRef, useState } from "react";

import type { LibraryFile } from "#contract/library.ts";
import { toLocalUrl } from "#viewers/local-url.ts";
import { Peaks } from "#viewers/peaks.tsx";
import { ThumbHash } from "#viewers/thumb-hash.tsx";

import styles from "./file-preview.module.css";

/** Frames of a strip (docs/app-api.md). */
const stripFrames = 12;

/** Preview that fills its place: a poster, a waveform, or an icon. The frames of a video follow the pointer. */
export function FilePreview({
  file: { preview, contentType },
}: {
  readonly file: Pick<LibraryFile, "preview" | "contentType">;
}) {
  const { posterUrl, stripUrl, thumbHash, peaks } = preview;
  const [frame, setFrame] = useState<number | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setFrame(Math.min(stripFrames - 1, Math.floor(((clientX - left) / width) * stripFrames)));
  };
  if (peaks !== undefined) {
    return (
      <span className={styles.preview}>
        <Peaks peaks={peaks} className={styles.peaks ?? ""} />
      </span>
    );
  }
  if (posterUrl === undefined) {
    return <span className={styles.preview}>{iconOf(contentType)}</span>;
  }
  return (
    <span
      className={styles.preview}
      onPointerMove={stripUrl === undefined ? undefined : follow}
      onPointerLeave={() => setFrame(null)}
    >
      {thumbHash !== undefined && (
        <ThumbHash hash={thumbHash} image={image} className={styles.fill ?? ""} />
      )}
      {/* A lazy image would come a frame later than the page, even when it has already arrived. */}
      <img ref={image} src={toLocalUrl(posterUrl)} alt="" className={styles.fill} />
      {stripUrl !== undefined && frame !== null && (
        <span
          className={styles.strip}
          style={{
            backgroundImage: `url("${toLocalUrl(stripUrl)}")`,
            backgroundPosition: `${(frame / (stripFrames - 1)) * 100}% 50%`,
          }}
        />
      )}
    </span>
  );
}

const iconProps = { size: 24, strokeWidth: 1.5, "aria-hidden": true } as const;

function iconOf(contentType: string) {
  const kind = contentType.split("/")[0];
  if (kind === "image") return <Image {...iconProps} />;
  if (kind === "video") return <Film {...iconProps} />;
  if (kind === "audio") return <AudioLines {...iconProps} />;
  return kind === "model" ? <Box {...iconProps} /> : <FileText {...iconProps} />;
}

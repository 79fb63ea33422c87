import { useRef, useState } from "react";

import { useWords } from "#words/words.ts";

import { type LoopRange, VideoTools } from "./video-tools.tsx";

import styles from "#viewers/output-viewer.module.css";

/** Video with the browser's controls; below them steps of a frame, speed and a range that repeats. */
export default function VideoViewer({
  url,
  title,
}: {
  readonly url: string;
  readonly title: string;
}) {
  const { viewer } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [range, setRange] = useState<LoopRange | null>(null);
  const step = (seconds: number) => {
    const { current } = video;
    if (current === null) return;
    current.pause();
    current.currentTime = Math.max(0, current.currentTime + seconds);
  };
  return (
    <div className={styles.video}>
      <div className={styles.media}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the engine has no captions of generated files. */}
        <video
          ref={video}
          controls
          loop
          playsInline
          preload="metadata"
          src={url}
          aria-label={viewer.video(title)}
          className={styles.frames}
          onTimeUpdate={({ currentTarget }) => {
            const { currentTime } = currentTarget;
            if (range?.to != null && (currentTime >= range.to || currentTime < range.from)) {
              currentTarget.currentTime = range.from;
            }
          }}
        />
      </div>
      <VideoTools
        range={range}
        onRange={setRange}
        onStep={step}
        onSpeed={(speed) => {
          if (video.current !== null) video.current.playbackRate = speed;
        }}
        positionOf={() => video.current?.currentTime ?? 0}
      />
    </div>
  );
}

import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";

import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Problem } from "#ui/problem.ts";
import * as viewerTexts from "#words/en/viewer.ts";
import { formatPosition } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { drawFrame } from "./draw-frame.ts";
import { type LoopRange, VideoTools } from "./video-tools.tsx";

import styles from "#viewers/output-viewer.module.css";

/** Use of a frame of a video: its action and the state of the upload. */
export interface FrameUse {
  /** Draws the frame and uses it. */
  readonly send: (draw: () => Promise<File>) => void;
  readonly isSending: boolean;
  readonly problem: Problem | null;
}

/** Video with the browser's controls; below them steps of a frame, speed, a range that repeats, and the use of a frame. */
export default function VideoViewer({
  url,
  title,
  frameUse,
}: {
  readonly url: string;
  readonly title: string;
  readonly frameUse: FrameUse | undefined;
}) {
  const { viewer } = useWords(viewerTexts);
  const video = useRef<HTMLVideoElement>(null);
  const [range, setRange] = useState<LoopRange | null>(null);
  const [hasFrame, setHasFrame] = useState(false);
  const useFrame = () => {
    const { current } = video;
    if (current === null) return;
    current.pause();
    const name = `${viewer.frameName(formatPosition(current.currentTime))}.png`;
    frameUse?.send(async () => drawFrame(current, name));
  };
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
          onLoadedData={() => setHasFrame(true)}
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
      >
        {frameUse !== undefined && (
          <Button
            look="quiet"
            isDisabled={!hasFrame}
            isPending={frameUse.isSending}
            onPress={useFrame}
          >
            <ImagePlus size={16} aria-hidden />
            {viewer.useFrame}
          </Button>
        )}
      </VideoTools>
      {frameUse?.problem != null && <ProblemNotice problem={frameUse.problem} />}
    </div>
  );
}

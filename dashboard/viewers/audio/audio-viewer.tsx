import { Pause, Play, Repeat } from "lucide-react";
import { useRef, useState } from "react";

import { Button } from "#ui/button.tsx";
import { toLocalUrl } from "#viewers/local-url.ts";
import type { Media } from "#viewers/media.ts";
import * as viewerTexts from "#words/en/viewer.ts";
import { formatPosition } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { Transcript } from "./transcript.tsx";
import { Waveform } from "./waveform.tsx";

import styles from "./audio.module.css";

/** Recording with its waveform. The transcript follows and seeks. */
export default function AudioViewer({
  media: { url, durationSeconds, peaks, text },
  title,
}: {
  readonly media: Media;
  readonly title: string;
}) {
  const { viewer } = useWords(viewerTexts);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isLooping, setIsLooping] = useState(false);
  const [second, setSecond] = useState(0);
  const [length, setLength] = useState(durationSeconds ?? 0);
  const seek = (to: number) => {
    setSecond(to);
    if (audio.current !== null) audio.current.currentTime = to;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms.
    <div role="group" aria-label={viewer.audio(title)} className={styles.viewer}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript is below. */}
      <audio
        ref={audio}
        src={toLocalUrl(url)}
        preload="metadata"
        loop={isLooping}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setSecond(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setLength(duration);
        }}
      />
      <div className={styles.bar}>
        <Button
          isIcon
          aria-label={isPlaying ? viewer.pause : viewer.play}
          onPress={() => {
            if (isPlaying) audio.current?.pause();
            else void audio.current?.play();
          }}
        >
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </Button>
        <Waveform peaks={peaks} second={second} length={length} onSeek={seek} />
        <span className={styles.time}>
          {formatPosition(second)} / {formatPosition(length)}
        </span>
        <Button
          look="quiet"
          isIcon
          aria-label={viewer.loop}
          aria-pressed={isLooping}
          onPress={() => setIsLooping(!isLooping)}
        >
          <Repeat size={16} aria-hidden />
        </Button>
      </div>
      {text !== undefined && (
        <Transcript text={text} second={second} length={length} onSeek={seek} />
      )}
    </div>
  );
}

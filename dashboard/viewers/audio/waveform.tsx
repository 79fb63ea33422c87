import { Peaks } from "#viewers/peaks.tsx";
import * as viewerTexts from "#words/en/viewer.ts";
import { useWords } from "#words/words.ts";

import styles from "./audio.module.css";

/** Position in a recording: a slider over the waveform, which is shown as soon as it is known. */
export function Waveform({
  peaks,
  second,
  length,
  onSeek,
}: {
  readonly peaks: string | undefined;
  readonly second: number;
  readonly length: number;
  readonly onSeek: (second: number) => void;
}) {
  const { viewer } = useWords(viewerTexts);
  const played = length === 0 ? 0 : (second / length) * 100;
  return (
    <span className={styles.waveform}>
      {peaks === undefined ? (
        <span className={styles.line} />
      ) : (
        <>
          <Peaks peaks={peaks} className={styles.peaks ?? ""} />
          <span className={styles.played} style={{ clipPath: `inset(0 ${100 - played}% 0 0)` }}>
            <Peaks peaks={peaks} className={styles.peaks ?? ""} />
          </span>
        </>
      )}
      <span className={styles.playhead} style={{ insetInlineStart: `${played}%` }} />
      <input
        type="range"
        min={0}
        max={length}
        step={0.1}
        value={Math.min(second, length)}
        aria-label={viewer.waveform}
        className={styles.position}
        onChange={({ target }) => onSeek(target.valueAsNumber)}
      />
    </span>
  );
}

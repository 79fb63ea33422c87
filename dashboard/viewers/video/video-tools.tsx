import { Repeat } from "lucide-react";
import { type ReactNode, useState } from "react";

import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { StepButtons } from "#ui/step-buttons.tsx";
import * as viewerTexts from "#words/en/viewer.ts";
import { formatPosition } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import styles from "#viewers/output-viewer.module.css";

/** Range that repeats; without an end while it is being chosen. */
export interface LoopRange {
  readonly from: number;
  readonly to: number | null;
}

/** Browsers do not tell the frame rate; generated videos have 24 to 30 frames a second. */
const frameSeconds = 1 / 24;
const speeds = ["0.25", "0.5", "1", "1.5", "2"] as const;

export function VideoTools({
  range,
  onRange,
  onStep,
  onSpeed,
  positionOf,
  children,
}: {
  readonly range: LoopRange | null;
  readonly onRange: (range: LoopRange | null) => void;
  /** Moves by seconds, also backwards. */
  readonly onStep: (seconds: number) => void;
  readonly onSpeed: (speed: number) => void;
  /** Position of the video in seconds. */
  readonly positionOf: () => number;
  /** Further tools. */
  readonly children: ReactNode;
}) {
  const { viewer } = useWords(viewerTexts);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>("1");
  const chooseRange = () => {
    const now = positionOf();
    if (range === null) onRange({ from: now, to: null });
    else if (range.to === null && now > range.from) onRange({ ...range, to: now });
    else onRange(null);
  };
  const rangeText =
    range === null
      ? viewer.loopFrom
      : range.to === null
        ? viewer.loopTo(formatPosition(range.from))
        : viewer.loopEnd(formatPosition(range.from), formatPosition(range.to));
  return (
    <div role="toolbar" aria-label={viewer.videoTools} className={styles.tools}>
      <StepButtons
        back={{ label: viewer.frameBack, onPress: () => onStep(-frameSeconds) }}
        on={{ label: viewer.frameOn, onPress: () => onStep(frameSeconds) }}
      />
      <Select
        isInline
        label={viewer.speed}
        value={speed}
        options={speeds.map((value) => ({ value, label: `${value}×` }))}
        onChange={(value) => {
          setSpeed(value);
          onSpeed(Number(value));
        }}
      />
      <Button look="quiet" aria-pressed={range !== null} onPress={chooseRange}>
        <Repeat size={16} aria-hidden />
        {rangeText}
      </Button>
      {children}
    </div>
  );
}

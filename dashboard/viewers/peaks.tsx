import { useMemo } from "react";

import { readPeaks } from "./read-peaks.ts";

const bars = 96;
const barWidth = 2;
const height = 100;

/** Waveform in the colour of the text. */
export function Peaks({
  peaks,
  className,
}: {
  readonly peaks: string;
  readonly className: string;
}) {
  const path = useMemo(
    () =>
      readPeaks(peaks, bars)
        .map((loudness, index) => {
          const half = Math.max(1, (loudness * height) / 2);
          return `M${index * barWidth + barWidth / 2} ${height / 2 - half}v${half * 2}`;
        })
        .join(""),
    [peaks],
  );
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${bars * barWidth} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      <path d={path} stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}

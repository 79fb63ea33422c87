import { classNames } from "#ui/class-names.ts";

import type { Span } from "./recording.ts";

import tones from "#ui/tones.module.css";
import styles from "./recorder.module.css";

export interface LaneLook {
  readonly text: string;
  readonly tone: "neutral" | "accent" | "good" | "danger";
}

/** Spans of one kind on the axis. The same facts are on the page as texts. */
export function Lane<Of>({
  label,
  spans,
  lengthMs,
  lookOf,
}: {
  readonly label: string;
  readonly spans: readonly Span<Of>[];
  readonly lengthMs: number;
  readonly lookOf: (of: Of) => LaneLook;
}) {
  if (spans.length === 0) return null;
  const shareOf = (ms: number) => `${(ms / lengthMs) * 100}%`;
  return (
    <div className={styles.lane}>
      <span className={styles.label}>{label}</span>
      <span className={styles.track}>
        {spans.map(({ of, fromMs, toMs }, index) => {
          const { text, tone } = lookOf(of);
          if (text === "") return null;
          const isEnd = fromMs === lengthMs;
          return (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- a log only grows at its end.
              key={index}
              title={text}
              className={classNames(
                styles.span,
                tone === "neutral" ? styles.neutral : tones[tone],
                isEnd && styles.end,
              )}
              style={
                isEnd
                  ? {}
                  : { insetInlineStart: shareOf(fromMs), inlineSize: shareOf(toMs - fromMs) }
              }
            >
              {text}
            </span>
          );
        })}
      </span>
    </div>
  );
}

import { useMemo } from "react";

import { toSpokenWords } from "./transcript-words.ts";

import styles from "./audio.module.css";

/** Text of a recording: the spoken word is marked, and a click on a word plays from there. */
export function Transcript({
  text,
  second,
  length,
  onSeek,
}: {
  readonly text: string;
  readonly second: number;
  readonly length: number;
  readonly onSeek: (second: number) => void;
}) {
  const words = useMemo(() => toSpokenWords(text), [text]);
  const part = length === 0 ? 0 : second / length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a region that scrolls.
    <p tabIndex={0} className={styles.transcript}>
      {words.map((word) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the slider above seeks with the keyboard.
        <span
          key={word.key}
          data-spoken={second > 0 && part >= word.from && part < word.to}
          onClick={() => onSeek(word.from * length)}
        >
          {word.text}
        </span>
      ))}
    </p>
  );
}

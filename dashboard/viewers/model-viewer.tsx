import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import * as viewerTexts from "#words/en/viewer.ts";
import { useWords } from "#words/words.ts";

import { createModelScene, type ModelScene } from "./model-scene.ts";

import styles from "./output-viewer.module.css";

const turns: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** 3D model that is turned by dragging or with the arrow keys. */
export default function ModelViewer({
  url,
  title,
}: {
  readonly url: string;
  readonly title: string;
}) {
  const { viewer } = useWords(viewerTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<ModelScene | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    scene.current = createModelScene(canvas.current, url, () => setIsBroken(true));
    return () => scene.current?.close();
  }, [url]);
  const onKeyDown = (event: KeyboardEvent) => {
    const turn = turns[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    scene.current?.turn(...turn);
  };
  if (isBroken) return <p className={styles.other}>{viewer.failed}</p>;
  return (
    <div className={styles.media}>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- the arrow keys turn the image. */}
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={viewer.model(title)}
        onKeyDown={onKeyDown}
        className={styles.canvas}
      />
    </div>
  );
}

import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";

import * as maskTexts from "#words/en/mask.ts";
import { useWords } from "#words/words.ts";

import { drawMask, drawStep, type MaskStep, type Place } from "./mask-steps.ts";
import { type MaskTool, MaskTools } from "./mask-tools.tsx";

import styles from "./mask.module.css";

type Stroke = MaskStep & { readonly type: "stroke" };

const sizeDefault = 0.08;

/** Painter of a mask over an image. `onChange` receives the canvas after each step; null while nothing is marked. */
export function MaskPainter({
  url,
  onChange,
}: {
  readonly url: string;
  readonly onChange: (canvas: HTMLCanvasElement | null) => void;
}) {
  const { mask } = useWords(maskTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stroke = useRef<Stroke | null>(null);
  const [steps, setSteps] = useState<readonly MaskStep[]>([]);
  const [tool, setTool] = useState<MaskTool>("brush");
  const [size, setSize] = useState(sizeDefault);
  const [dimensions, setDimensions] = useState<{ width: number; height: number } | null>(null);

  const report = useEffectEvent(() => onChange(steps.length === 0 ? null : canvas.current));
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context == null || dimensions === null) return;
    drawMask(context, steps);
    report();
  }, [steps, dimensions]);

  const draw = (next: Stroke) => {
    stroke.current = next;
    const context = canvas.current?.getContext("2d");
    if (context != null) drawStep(context, { ...next, places: next.places.slice(-2) });
  };
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const isErasing = tool === "eraser";
    draw({ type: "stroke", isErasing, size, places: [placeOf(event)] });
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const { current } = stroke;
    if (current !== null) draw({ ...current, places: [...current.places, placeOf(event)] });
  };
  const endStroke = () => {
    const { current } = stroke;
    stroke.current = null;
    if (current !== null) setSteps((former) => [...former, current]);
  };
  return (
    <div className={styles.painter}>
      <div className={styles.ground}>
        <div className={styles.image}>
          <img
            src={url}
            alt={mask.image}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setDimensions({ width, height })
            }
          />
          <canvas
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas is drawn on; an image is not.
            role="img"
            ref={canvas}
            aria-label={mask.canvas}
            width={dimensions?.width ?? 1}
            height={dimensions?.height ?? 1}
            className={styles.mask}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={endStroke}
            onPointerCancel={endStroke}
          />
        </div>
      </div>
      <MaskTools
        tool={tool}
        onTool={setTool}
        size={size}
        onSize={setSize}
        canUndo={steps.length > 0}
        onUndo={() => setSteps(steps.slice(0, -1))}
        onStep={(step) => setSteps([...steps, step])}
      />
    </div>
  );
}

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
